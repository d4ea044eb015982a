import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Instrument } from "@flowlix/cards";
import { skipBecause } from "@flowlix/testkit";
import { LATER_MS, makeCheckout, type CheckoutFixture } from "../support/checkout-fixture.ts";
import { aCard, applePay, call, googlePay, newOrder, newRefund } from "../support/orders.ts";

/** Beside the repository, where somebody has put it: requests that another maintained connector sends. */
const FOLDER =
  process.env["SHARED_FOLDER"] === undefined
    ? new URL("../../../../../shared/", import.meta.url)
    : pathToFileURL(`${process.env["SHARED_FOLDER"]}/`);
const FILE = new URL("acquirers/checkout-recorded-requests.json", FOLDER);

interface Recorded {
  readonly flow: string;
  readonly variant: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** Fields of theirs that we do not send, and why. */
const NOT_SENT: Readonly<Record<string, string>> = {
  "source.billing_address": "empty there; ours would be the payer's, which no order has",
  "source.account_holder.first_name": "we have the name as it stands on the card: source.name",
  "source.account_holder.last_name": "as first_name",
  "3ds.force_3ds": "not in any document that was seen",
  "3ds.eci": "of an authentication made elsewhere; there is none",
  "3ds.cryptogram": "as 3ds.eci",
  "3ds.xid": "as 3ds.eci",
  "3ds.version": "as 3ds.eci",
  metadata: "empty there",
  payment_type: "Regular is what it is without",
  merchant_initiated: "false is what it is without",
};

/** 3D Secure of a network token: its device has authenticated, so that nothing of it is sent. */
const NOT_SENT_OF_A_TOKEN: Readonly<Record<string, string>> = {
  ...NOT_SENT,
  "3ds.enabled": "a device's token is authenticated",
  "3ds.challenge_indicator": "as 3ds.enabled",
  "source.eci": "a constant there; here as the wallet gave it, which gave none",
};

/** Fields of ours that they do not send, and why. */
const ONLY_OURS: Readonly<Record<string, string>> = {
  "source.name": "the name on the card",
  "3ds.attempt_n3d":
    "a card that cannot be authenticated is paid with all the same, unless the account says otherwise",
  payment_ip: "for risk and 3D Secure",
};

/** Paths to everything that is no object; an empty object is one too. */
function pathsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length === 0) return path === "" ? [] : [path];
  return entries.flatMap(([name, inner]) => pathsOf(inner, path === "" ? name : `${path}.${name}`));
}

describe("what the adapter of Checkout.com sends, beside recorded requests of another connector", () => {
  let fixture: CheckoutFixture;
  let recorded: readonly Recorded[] = [];
  before(async function () {
    if (!existsSync(FILE))
      skipBecause(this, "../shared/acquirers/checkout-recorded-requests.json is not there");
    const read: readonly Recorded[] = JSON.parse(readFileSync(FILE, "utf8"));
    recorded = read;
    fixture = await makeCheckout({}, { processing_channel_id: "pc_abcdefghijklmnop" });
  });
  after(async () => {
    if (recorded.length > 0) await fixture.stop();
  });

  const theirs = (flow: string, variant = "default"): Recorded => {
    const found = recorded.find((request) => request.flow === flow && request.variant === variant);
    if (found === undefined) throw new Error(`no recorded request ${flow} ${variant}`);
    return found;
  };
  const lastSent = (method: string) =>
    fixture.double.server.seen.findLast((request) => request.method === method);
  const bodyOf = (method: string): unknown => JSON.parse(lastSent(method)?.body.toString("utf8") ?? "null");

  function compare(ours: unknown, recordedBody: unknown, notSent: object, onlyOurs: object): void {
    const [mine, other] = [new Set(pathsOf(ours)), new Set(pathsOf(recordedBody))];
    expect(
      [...other].filter((path) => !mine.has(path)),
      "only theirs",
    ).to.have.members(Object.keys(notSent));
    expect(
      [...mine].filter((path) => !other.has(path)),
      "only ours",
    ).to.have.members(Object.keys(onlyOurs));
  }

  const { "source.name": _name, "3ds.attempt_n3d": _attempt, ...onlyOfAToken } = ONLY_OURS;
  const {
    "source.account_holder.first_name": _first,
    "source.account_holder.last_name": _last,
    ...notOfAToken
  } = NOT_SENT_OF_A_TOKEN;
  const payments: readonly (readonly [
    variant: string,
    instrument: Instrument,
    notSent: object,
    onlyOurs: object,
  ])[] = [
    ["Card", aCard(), NOT_SENT, ONLY_OURS],
    ["ApplePayDecrypted", applePay(), notOfAToken, onlyOfAToken],
    ["GooglePayDecrypted", googlePay(), notOfAToken, onlyOfAToken],
  ];
  for (const [variant, instrument, notSent, onlyOurs] of payments)
    it(`${variant}: the same fields but those that are argued, and the same kinds`, async () => {
      await fixture.adapter.registerAndAuthorise?.(newOrder({ amount: 1_000 }), instrument, call());
      const { method, url, body } = theirs("authorize", variant);
      expect([lastSent("POST")?.method, lastSent("POST")?.path]).to.deep.equal([
        method,
        new URL(url).pathname,
      ]);
      compare(bodyOf("POST"), body, notSent, onlyOurs);
      const kinds = (of: unknown) => {
        const { source, capture } = JSON.parse(JSON.stringify(of));
        return [source.type, source.token_type, capture];
      };
      expect(kinds(bodyOf("POST"))).to.deep.equal(kinds(body));
    });

  it("a refund, and what is asked of it: the same to the field, with a key beside it", async () => {
    const order = newOrder();
    await fixture.adapter.registerAndAuthorise?.(order, aCard(), call());
    fixture.double.clock.advance(LATER_MS);
    const refund = newRefund(order);
    await fixture.adapter.refunds.submit(refund, call());
    compare(bodyOf("POST"), theirs("refund").body, {}, {});
    const shape = (url: string) =>
      new URL(url, "http://x").pathname.replace(/\/payments\/[^/]+/, "/payments/{id}");
    expect(shape(lastSent("POST")?.path ?? "")).to.equal(shape(theirs("refund").url));
    await fixture.adapter.refunds.read(refund, call(), []);
    expect(shape(lastSent("GET")?.path ?? "")).to.equal(shape(theirs("refund_get").url));
    expect(lastSent("POST")?.headers).to.have.property("cko-idempotency-key");
  });

  it("a payment that is asked for by its id: the same path", async () => {
    const id = fixture.double.paymentsOf(newOrder().reference)[0]?.id ?? "pay_unknown";
    await fixture.adapter.readOrder({ ...newOrder(), acquirerId: id }, call(), []);
    const asked = fixture.double.server.seen.filter(({ path }) => path === `/payments/${id}`);
    expect(asked).to.have.length(1);
    expect(new URL(theirs("get").url).pathname).to.match(/^\/payments\/[^/]+$/);
  });
});
