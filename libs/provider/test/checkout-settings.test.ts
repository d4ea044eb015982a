import { expect } from "chai";
import { valueProblem } from "../src/accounts/account-values.ts";
import { CHECKOUT_SETTINGS } from "../src/checkout/settings.ts";

const VALUES = {
  api_url: "https://abcd1234.api.checkout.com",
  secret_key: "sk_quietly",
  webhook_key: "quiet-key",
  redirect_hosts: ["abcd1234.checkout.com"],
};
const problemOf = (differences: Readonly<Record<string, unknown>>) =>
  valueProblem(CHECKOUT_SETTINGS, { ...VALUES, ...differences })?.name ?? null;

describe("settings of an account at Checkout.com", () => {
  it("are complete with address, keys and the hosts of challenges", () => {
    expect(problemOf({})).to.equal(null);
    for (const name of Object.keys(VALUES)) {
      const { [name]: _left, ...rest }: Record<string, unknown> = VALUES;
      expect(valueProblem(CHECKOUT_SETTINGS, rest)).to.deep.equal({ name, rule: "is missing" });
    }
  });

  it("take an HTTPS origin, and plain HTTP of this machine alone", () => {
    for (const api_url of ["http://127.0.0.1:4600", "http://localhost:4600"])
      expect(problemOf({ api_url })).to.equal(null);
    for (const api_url of [
      "http://api.checkout.com",
      "https://api.checkout.com/",
      "https://api.checkout.com/v1",
      "https://user@api.checkout.com",
      "https://api.checkout.com?x=1",
    ])
      expect(problemOf({ api_url }), api_url).to.equal("api_url");
  });

  it("pay out from a currency account by a kind of transfer: both, or neither", () => {
    const account = { currency_account_id: "ca_abcdefghijkl" };
    expect(problemOf({ ...account, funds_transfer_type: "FD" })).to.equal(null);
    expect(problemOf(account)).not.to.equal(null);
    expect(problemOf({ funds_transfer_type: "FD" })).not.to.equal(null);
  });

  it("know no other name, and encrypt every key", () => {
    expect(problemOf({ secret: "x" })).to.equal("secret");
    expect(CHECKOUT_SETTINGS.secrets).to.have.members(["secret_key", "webhook_key", "next_webhook_key"]);
  });
});
