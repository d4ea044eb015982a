import { expect } from "chai";
import { accountAcquirer, modeProblem } from "../src/index.ts";

const CHECKOUT = { secret_key: "sk_quietly", webhook_key: "quiet-key", redirect_hosts: ["x.example"] };
const ADYEN = {
  merchant_account: "Shop",
  api_key: "quiet-key",
  redirect_hosts: ["x.example"],
  hmac_key: "ab".repeat(32),
};
const LOCAL = "http://127.0.0.1:9";

/** Acquirer, values, whether they are of the live world; null where the host is not the acquirer's. */
const TABLE = [
  ["checkout", { ...CHECKOUT, api_url: "https://abcd1234.api.checkout.com" }, true],
  ["checkout", { ...CHECKOUT, api_url: "https://api.checkout.com" }, true],
  ["checkout", { ...CHECKOUT, api_url: "https://abcd1234.api.sandbox.checkout.com" }, false],
  ["checkout", { ...CHECKOUT, api_url: "https://abcd1234.API.Sandbox.Checkout.com" }, false],
  ["checkout", { ...CHECKOUT, api_url: "https://abcd1234.api.sandbox.checkout.com." }, false],
  ["checkout", { ...CHECKOUT, api_url: LOCAL }, null],
  [
    "adyen",
    { ...ADYEN, checkout_url: "https://1a2b-Shop-checkout-live.adyenpayments.com/checkout/v72" },
    true,
  ],
  ["adyen", { ...ADYEN, checkout_url: "https://checkout-test.adyen.com/v72" }, false],
  ["adyen", { ...ADYEN, checkout_url: LOCAL }, null],
  [
    "adyen",
    { ...ADYEN, checkout_url: LOCAL, transfers_url: "https://balanceplatform-api-test.adyen.com/btl/v4" },
    false,
  ],
  [
    "adyen",
    { ...ADYEN, checkout_url: LOCAL, transfers_url: "https://balanceplatform-api-live.adyen.com/btl/v4" },
    true,
  ],
  ["adyen", { ...ADYEN, checkout_url: LOCAL, reports_url: "https://ca-test.adyen.com/reports" }, false],
] as const;

describe("an account's mode and its acquirer's two systems", () => {
  for (const [name, values, isLive] of TABLE)
    for (const livemode of [true, false]) {
      const isWrong = isLive !== null && isLive !== livemode;
      const [where] = Object.entries(values).flatMap(([key, value]) =>
        key.endsWith("url") && value !== LOCAL ? [`${key} ${String(value)}`] : [],
      );
      const what = `${name}, ${livemode ? "live" : "Sandbox"}, ${where ?? "on this machine"}`;
      it(`${what}: ${isWrong ? "is refused, and no adapter is made of it" : "is taken"}`, async () => {
        const acquirer = accountAcquirer(name);
        const declared = acquirer?.settingsSchema;
        if (acquirer === undefined || declared === undefined) throw new Error("there is such an acquirer");
        const problem = modeProblem(declared, values, livemode);
        expect(problem?.name ?? null).to.equal(isWrong ? where?.split(" ")[0] : null);
        const make = () => acquirer.createAdapter(values, { livemode });
        if (isWrong) expect(make).to.throw(/of the acquirer's (test|live) system/);
        else await make().shutdown();
      });
    }
});
