import {
  applePay as applePayMethod,
  googlePay3ds as googlePay3dsMethod,
  googlePayPanOnly as googlePayPanOnlyMethod,
  TEST_BROWSER,
} from "@flowlix/testkit";
import { validBody } from "./requests.ts";

/** Bodies that every rule accepts, with the required fields of each way of paying alone. */
export const applePay = () => ({ ...validBody(), payment_method_data: applePayMethod() });

export const googlePay3ds = () => ({ ...validBody(), payment_method_data: googlePay3dsMethod() });

export const googlePayPanOnly = () => ({
  ...validBody(),
  payment_method_data: googlePayPanOnlyMethod(),
  browser_information: { ...TEST_BROWSER },
});
