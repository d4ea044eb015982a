import type { BrowserInformation, DirectPaymentRequest } from "@flowlix/contracts";

type Method = DirectPaymentRequest["payment_method_data"];

/** 20 bytes in standard Base64: 28 characters. */
export const TEST_CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";

/** A number of a device's own, with a right check digit. */
export const TEST_DEVICE_CARD = { number: "4895370012003478", exp_month: 12, exp_year: 2040 } as const;

export const TEST_BROWSER: BrowserInformation = {
  accept_header: "text/html",
  javascript_enabled: true,
  screen_width: 1_920,
  screen_height: 1_080,
  color_depth: 24,
  user_agent: "Mozilla/5.0",
  language: "en-GB",
  time_zone_offset: -60,
  java_enabled: false,
};

/** `payment_method_data` of each wallet, new each time, with the required fields alone. */
export const applePay = () =>
  ({
    type: "apple_pay",
    apple_pay: {
      format: "decrypted",
      data: { card: { ...TEST_DEVICE_CARD }, cryptogram: TEST_CRYPTOGRAM },
    },
  }) satisfies Method;

export const googlePay3ds = () =>
  ({
    type: "google_pay",
    google_pay: {
      format: "decrypted",
      data: { auth_method: "CRYPTOGRAM_3DS", card: { ...TEST_DEVICE_CARD }, cryptogram: TEST_CRYPTOGRAM },
    },
  }) satisfies Method;

/** Its request needs `browser_information` too. */
export const googlePayPanOnly = () =>
  ({
    type: "google_pay",
    google_pay: { format: "decrypted", data: { auth_method: "PAN_ONLY", card: { ...TEST_DEVICE_CARD } } },
  }) satisfies Method;
