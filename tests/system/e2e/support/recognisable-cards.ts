import type { CardInput, DirectPaymentRequest } from "@flowlix/contracts";
import { TEST_BROWSER, testCard } from "@flowlix/testkit";

/** A card whose every part can be recognised: no count and no measure begins with 0. */
export const CARD: CardInput = testCard({
  number: "4929471830265842",
  cvc: "0173",
  holder_name: "Wilhelmina Quixworth",
});
/** A CVC as careless clients send it: a number of JSON. */
export const NUMBER_AS_CVC = "8173582046193758";
/** Wallet credentials whose every part can be recognised. Nothing of them may be left either. */
export const CRYPTOGRAM = "Q5xR7tK2mWpZ9aLdV3nYcE8uHs4=";
export const DEVICE_CARD = {
  number: "4895370183026456",
  exp_month: 12,
  exp_year: 2040,
  holder_name: CARD.holder_name,
};
export const APPLE_PAY: DirectPaymentRequest["payment_method_data"] = {
  type: "apple_pay",
  apple_pay: { format: "decrypted", data: { card: DEVICE_CARD, cryptogram: CRYPTOGRAM, eci: "05" } },
};
export const WALLETS: readonly DirectPaymentRequest["payment_method_data"][] = [
  APPLE_PAY,
  {
    type: "google_pay",
    google_pay: {
      format: "decrypted",
      data: { auth_method: "CRYPTOGRAM_3DS", card: DEVICE_CARD, cryptogram: CRYPTOGRAM },
    },
  },
];
/** What the payer's browser said reaches the provider and nothing else. */
export const BROWSER = { ...TEST_BROWSER, user_agent: "Quixworth-Navigator/73.9 (unmistakable)" };
/** The same with a wrong check digit. */
export const BAD_NUMBER = "4929471830265843";
