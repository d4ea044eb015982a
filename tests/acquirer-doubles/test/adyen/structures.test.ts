import { expect } from "chai";
import { skipBecause } from "@flowlix/testkit";
import { CHALLENGED_CARD, type ChosenOutcome, type DoubleRequest } from "@flowlix/acquirer-doubles";
import {
  aCard,
  aGooglePay,
  anAccount,
  anApplePay,
  anOrder,
  aPanOnly,
  aPayout,
  aPayoutCard,
  aRefund,
  call,
  passChallenge,
  type Account,
} from "./support.ts";
import { checksOf, NO_STRUCTURES, STRUCTURES, type CheckOf } from "./structures.ts";

const CHOSEN: ReadonlyMap<number, ChosenOutcome> = new Map([
  [2_001, "refused"],
  [2_002, "capture_failed"],
  [2_003, "received"],
  [2_004, "pending"],
  [201, "refused_later"],
  [202, "undone"],
]);

/** The schema of each request, and of its answer. */
const SCHEMAS: readonly (readonly [end: RegExp, request: string, answer: string])[] = [
  [/\/payments$/, "PaymentRequest", "PaymentResponse"],
  [/\/payments\/details$/, "PaymentDetailsRequest", "PaymentDetailsResponse"],
  [/\/cancels$/, "StandalonePaymentCancelRequest", "StandalonePaymentCancelResponse"],
  [/\/refunds$/, "PaymentRefundRequest", "PaymentRefundResponse"],
  [/\/reversals$/, "PaymentReversalRequest", "PaymentReversalResponse"],
  [/\/transfers$/, "TransferInfo", "Transfer"],
];

const ITEM_SCHEMAS: Readonly<Record<string, string>> = {
  AUTHORISATION: "AuthorisationNotificationRequest",
  CAPTURE_FAILED: "RefundCaptureFailedNotificationRequest",
  REFUND_FAILED: "RefundCaptureFailedNotificationRequest",
  REFUND: "RefundNotificationRequest",
  CANCEL_OR_REFUND: "CancelOrRefundNotificationRequest",
  TECHNICAL_CANCEL: "ModificationNotificationRequest",
};

describe("what goes between the Adyen adapter and its double", () => {
  let account: Account;
  let checkout: CheckOf;
  let transfers: CheckOf;
  let webhooks: CheckOf;
  let transferWebhooks: CheckOf;

  before(async function () {
    this.timeout(60_000);
    if (STRUCTURES === null) skipBecause(this, NO_STRUCTURES);
    checkout = checksOf("adyen-CheckoutService-v72.structure.json");
    transfers = checksOf("adyen-TransferService-v4.structure.json");
    webhooks = checksOf("adyen-Webhooks-v1.structure.json");
    transferWebhooks = checksOf("adyen-BalancePlatformTransferNotification-v4.structure.json");
    account = await anAccount(
      { outcomeOfAmount: (amount) => CHOSEN.get(amount) },
      { capture_delay_hours: 0 },
    );
    await everything();
  });
  after(() => (account as Account | undefined)?.stop());

  /** Makes every call, with everything that can come of it. */
  async function everything(): Promise<void> {
    const { adapter } = account;
    const order = anOrder({ customer_email: "ada@shop.example", statement_descriptor: "SHOP*ADA" });
    const { outcome } = await adapter.authorise(order, aCard(), call());
    const acquirerId = "acquirerId" in outcome ? (outcome.acquirerId ?? "") : "";
    for (const instrument of [anApplePay("05"), anApplePay(), aGooglePay(), aPanOnly()])
      await adapter.authorise(anOrder(), instrument, call());
    for (const amount of [2_001, 2_002, 2_003, 2_004])
      await adapter.authorise(anOrder({ amount }), aCard(), call());
    for (const answer of ["pass", "fail"] as const) {
      const challenged = anOrder();
      const action = await adapter.authorise(challenged, aCard({ number: CHALLENGED_CARD }), call());
      const url = "url" in action.outcome ? action.outcome.url : "";
      await adapter.completeAction?.(challenged, await passChallenge(url, answer), call());
    }
    for (const amount of [400, 201, 202])
      await adapter.refunds.submit(aRefund(order, acquirerId, amount), call());
    await adapter.closeOrder(anOrder(), call(), []);
    await adapter.reverseOrder({ ...order, acquirerId }, call());
    for (const amount of [1_000, 2_001, 201, 202]) {
      const payout = aPayout({ amount });
      await adapter.payouts.submit(payout, aPayoutCard(), call());
      account.settle();
      await adapter.payouts.read(payout, call(), []);
    }
    account.settle();
  }

  const requests = () => account.double.server.seen.filter(({ method }) => method === "POST");
  const schemasOf = ({ path }: Pick<DoubleRequest, "path">) => SCHEMAS.find(([end]) => end.test(path));

  it("has requests that Adyen's schemas take, all of them", () => {
    const seen = requests();
    expect(seen.length).to.be.greaterThan(15);
    for (const request of seen) {
      const [, name = "none"] = schemasOf(request) ?? [];
      const check = request.path.endsWith("/transfers") ? transfers : checkout;
      if (request.path.startsWith("/checkoutshopper/")) continue;
      expect(check(name)(JSON.parse(request.body.toString())), `${name} of ${request.path}`).to.equal("");
    }
  });

  it("has answers that Adyen's schemas take: asked again with their keys", async () => {
    const { double } = account;
    for (const { path, body, headers } of requests()) {
      const schemas = schemasOf({ path });
      if (schemas === undefined) continue;
      const answer = await fetch(`${double.server.url}${path}`, {
        method: "POST",
        headers: Object.fromEntries(
          ["content-type", "x-api-key", "idempotency-key"].map((name) => [name, String(headers[name])]),
        ),
        body,
      });
      expect(answer.headers.get("idempotency-key")).to.equal(headers["idempotency-key"]);
      const check = path.endsWith("/transfers") ? transfers : checkout;
      expect(check(schemas[2])(await answer.json()), `${schemas[2]} of ${path}`).to.equal("");
    }
    const list = await fetch(
      `${double.server.url}/btl/v4/transfers?reference=none&createdSince=2026-01-01T00:00:00Z&createdUntil=2026-02-01T00:00:00Z`,
      { headers: { "x-api-key": double.settings.transfers_api_key ?? "" } },
    );
    expect(transfers("FindTransfersResponse")(await list.json())).to.equal("");
  });

  it("has refusals that Adyen's schemas take", async () => {
    const { double } = account;
    const refused = async (path: string, key: string) =>
      (
        await fetch(`${double.server.url}${path}`, {
          method: "POST",
          headers: { "x-api-key": key },
          body: "{}",
        })
      ).json();
    expect(checkout("ServiceError")(await refused("/v72/payments", "wrong"))).to.equal("");
    const { transfers_api_key: key = "" } = double.settings;
    expect(transfers("TransferServiceRestServiceError")(await refused("/btl/v4/transfers", key))).to.equal(
      "",
    );
  });

  it("has webhooks that Adyen's schemas take, of every event", () => {
    const events = new Set<string>();
    for (const { headers, body } of account.double.webhooks.made()) {
      const document = JSON.parse(body);
      if (headers["hmacsignature"] !== undefined) {
        expect(transferWebhooks("TransferNotificationRequest")(document)).to.equal("");
        continue;
      }
      for (const item of document.notificationItems) {
        const { eventCode } = item.NotificationRequestItem;
        events.add(eventCode);
        const alone = { ...document, notificationItems: [item] };
        expect(webhooks(ITEM_SCHEMAS[eventCode] ?? eventCode)(alone), eventCode).to.equal("");
      }
    }
    expect([...events].sort()).to.deep.equal(Object.keys(ITEM_SCHEMAS).sort());
  });

  it("is refused by these schemas where it is not right, so that they check at all", () => {
    const [request] = requests();
    const body = JSON.parse(request?.body.toString() ?? "");
    const wrong = [
      { ...body, amount: undefined },
      { ...body, amount: { currency: "EUR", value: "1000" } },
      { ...body, colour: "red" },
    ];
    for (const changed of wrong)
      expect(checkout("PaymentRequest")(JSON.parse(JSON.stringify(changed)))).not.to.equal("");
  });
});
