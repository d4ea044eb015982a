import { expect } from "chai";
import type { Fault, FaultMatch } from "@flowlix/acquirer-doubles";
import { createAdyenAdapter, type OrderRef, type ProviderAdapter, type Reply } from "@flowlix/provider";
import { CHALLENGED_CARD } from "@flowlix/acquirer-doubles";
import {
  aCard,
  anAccount,
  anOrder,
  aPayout,
  aPayoutCard,
  aRefund,
  call,
  passChallenge,
  type Account,
} from "./support.ts";

const LOST = { kind: "unknown", cause: "lost" };
const GARBLED = { kind: "unknown", cause: "garbled" };
const contradicts = (what: string) => ({ ...GARBLED, contradicts: what });
const notExecuted = (cause: string, retryAfterS?: number) => ({
  kind: "not_executed",
  cause,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
});

const answered = (status: number, body: unknown = { status, errorCode: "000" }, headers = {}): Fault => ({
  kind: "answer_before",
  answer: { status, body, headers },
});
const executedThen = (status: number, body: unknown, headers = {}): Fault => ({
  kind: "answer_after",
  answer: { status, body, headers },
});
const HTML = "<html><body>Bad Gateway</body></html>";
const set = (fields: Record<string, unknown>): Fault => ({ kind: "changed", set: fields });

/** What a fault comes to: for the first request of a reference that moves money, for a repeat, for a question. */
interface Row {
  readonly name: string;
  readonly fault: Fault;
  readonly first: object;
  readonly repeat: object;
  readonly asked: object;
  /** Whether it is news about Adyen's health. */
  readonly isFault: boolean;
}

const ROWS: readonly Row[] = [
  {
    name: "a connection dropped before execution",
    fault: { kind: "drop_before" },
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: true,
  },
  {
    name: "a connection dropped after execution",
    fault: { kind: "drop_after" },
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: true,
  },
  {
    name: "an answer that breaks off",
    fault: { kind: "cut" },
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: true,
  },
  {
    name: "half of the JSON",
    fault: { kind: "half" },
    first: GARBLED,
    repeat: GARBLED,
    asked: GARBLED,
    isFault: true,
  },
  {
    name: "400",
    fault: answered(400),
    first: notExecuted("error"),
    repeat: LOST,
    asked: GARBLED,
    isFault: false,
  },
  {
    name: "401",
    fault: answered(401),
    first: notExecuted("error"),
    repeat: LOST,
    asked: GARBLED,
    isFault: false,
  },
  {
    name: "403",
    fault: answered(403),
    first: notExecuted("error"),
    repeat: LOST,
    asked: GARBLED,
    isFault: false,
  },
  {
    name: "404",
    fault: answered(404, ""),
    first: notExecuted("error"),
    repeat: LOST,
    asked: GARBLED,
    isFault: false,
  },
  {
    name: "422",
    fault: answered(422),
    first: notExecuted("error"),
    repeat: LOST,
    asked: GARBLED,
    isFault: false,
  },
  {
    name: "422 of a key that is in use",
    fault: answered(422, { status: 422, errorCode: "704" }),
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: false,
  },
  {
    name: "422 that is flagged as passing",
    fault: answered(422, { status: 422 }, { "transient-error": "true" }),
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: false,
  },
  { name: "418", fault: answered(418), first: GARBLED, repeat: LOST, asked: GARBLED, isFault: true },
  {
    name: "a redirect of HTTP",
    fault: answered(307, "", { location: "https://elsewhere.example" }),
    first: GARBLED,
    repeat: LOST,
    asked: GARBLED,
    isFault: true,
  },
  {
    name: "429",
    fault: answered(429),
    first: notExecuted("throttled"),
    repeat: LOST,
    asked: LOST,
    isFault: false,
  },
  {
    name: "429 with Retry-After",
    fault: answered(429, "", { "retry-after": "7" }),
    first: notExecuted("throttled", 7),
    repeat: LOST,
    asked: LOST,
    isFault: false,
  },
  {
    name: "500 before execution",
    fault: answered(500),
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: true,
  },
  {
    name: "500 after execution",
    fault: executedThen(500, { status: 500, errorCode: "905" }),
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: true,
  },
  {
    name: "500 that is flagged as passing",
    fault: answered(500, { status: 500 }, { "transient-error": "true" }),
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: true,
  },
  {
    name: "502 in HTML",
    fault: executedThen(502, HTML, { "content-type": "text/html" }),
    first: LOST,
    repeat: LOST,
    asked: LOST,
    isFault: true,
  },
  { name: "503", fault: answered(503, ""), first: LOST, repeat: LOST, asked: LOST, isFault: true },
  { name: "504", fault: executedThen(504, ""), first: LOST, repeat: LOST, asked: LOST, isFault: true },
  {
    name: "a success in HTML",
    fault: executedThen(200, HTML),
    first: GARBLED,
    repeat: GARBLED,
    asked: GARBLED,
    isFault: true,
  },
  {
    name: "a success of no content",
    fault: executedThen(204, ""),
    first: GARBLED,
    repeat: GARBLED,
    asked: GARBLED,
    isFault: true,
  },
];

/** One call of the adapter, made ready so that it alone meets the fault. */
interface Call {
  readonly name: string;
  readonly match: FaultMatch;
  readonly kind: "moves" | "asks" | "reverses";
  readonly prepare: (
    account: Account,
  ) => Promise<(isRepeat: boolean, adapter?: ProviderAdapter) => Promise<Reply<unknown>>>;
}

async function charged({ adapter }: Account) {
  const order = anOrder();
  const { outcome } = await adapter.authorise(order, aCard(), call());
  if (outcome.kind !== "succeeded" || outcome.acquirerId === undefined) throw new Error("it was not charged");
  return { order, acquirerId: outcome.acquirerId };
}

const AUTHORISE: Call = {
  name: "authorise",
  match: { pathEnds: "/payments" },
  kind: "moves",
  prepare: async (account) => {
    const order = anOrder();
    return (isRepeat, adapter = account.adapter) => adapter.authorise(order, aCard(), call(isRepeat));
  },
};
const COMPLETE: Call = {
  name: "completeAction",
  match: { pathEnds: "/payments/details" },
  kind: "moves",
  async prepare(account) {
    const order = anOrder();
    const { outcome } = await account.adapter.authorise(order, aCard({ number: CHALLENGED_CARD }), call());
    if (outcome.kind !== "action_required") throw new Error("there was no challenge");
    const returned = await passChallenge(outcome.url, "pass");
    return async (isRepeat, adapter = account.adapter) => {
      if (adapter.completeAction === undefined) throw new Error("it completes nothing");
      return adapter.completeAction(order, returned, call(isRepeat));
    };
  },
};
const REFUND: Call = {
  name: "refunds.submit",
  match: { pathEnds: "/refunds" },
  kind: "moves",
  async prepare(account) {
    const { order, acquirerId } = await charged(account);
    const refund = aRefund(order, acquirerId);
    return (isRepeat, adapter = account.adapter) => adapter.refunds.submit(refund, call(isRepeat));
  },
};
const PAYOUT: Call = {
  name: "payouts.submit",
  match: { method: "POST", pathEnds: "/transfers" },
  kind: "moves",
  prepare: async (account) => {
    const payout = aPayout();
    return (isRepeat, adapter = account.adapter) =>
      adapter.payouts.submit(payout, aPayoutCard(), call(isRepeat));
  },
};
const READ_PAYOUT: Call = {
  name: "payouts.read",
  match: { method: "GET", pathEnds: "/transfers" },
  kind: "asks",
  async prepare(account) {
    const payout = aPayout();
    await account.adapter.payouts.submit(payout, aPayoutCard(), call());
    return (isRepeat, adapter = account.adapter) => adapter.payouts.read(payout, call(isRepeat), []);
  },
};
const CLOSE: Call = {
  name: "closeOrder",
  match: { pathEnds: "/cancels" },
  kind: "asks",
  prepare: async (account) => {
    const order: OrderRef = anOrder();
    return (isRepeat, adapter = account.adapter) => adapter.closeOrder(order, call(isRepeat), []);
  },
};
const REVERSE: Call = {
  name: "reverseOrder",
  match: { pathEnds: "/reversals" },
  kind: "reverses",
  async prepare(account) {
    const { order, acquirerId } = await charged(account);
    return (isRepeat, adapter = account.adapter) =>
      adapter.reverseOrder({ ...order, acquirerId }, call(isRepeat));
  },
};

describe("what the Adyen adapter makes of every fault", () => {
  let account: Account;
  before(async () => {
    account = await anAccount();
  });
  after(() => account.stop());
  afterEach(() => account.double.faults.clear());

  for (const { name: of, match, kind, prepare } of [
    AUTHORISE,
    COMPLETE,
    REFUND,
    PAYOUT,
    READ_PAYOUT,
    CLOSE,
    REVERSE,
  ]) {
    describe(of, () => {
      for (const { name, fault, first, repeat, asked, isFault } of ROWS) {
        it(`at ${name}`, async () => {
          for (const isRepeat of [false, true]) {
            const act = await prepare(account);
            account.double.faults.plan({ match, fault });
            const { outcome, providerAtFault } = await act(isRepeat);
            const moved = isRepeat ? repeat : first;
            expect(outcome).to.deep.equal(kind === "reverses" ? "unknown" : kind === "asks" ? asked : moved);
            // A status that nobody documents is no health's business once a repeat makes it say nothing.
            if (!(isRepeat && kind === "moves"))
              expect(providerAtFault).to.equal(isFaultOf(kind, fault, isFault));
          }
        });
      }

      it("at a connection that was never made", async () => {
        const act = await prepare(account);
        const unreachable = createAdyenAdapter({
          settings: {
            ...account.double.settings,
            checkout_url: "http://127.0.0.1:9/v72",
            transfers_url: "http://127.0.0.1:9/btl/v4",
          },
          livemode: false,
        });
        try {
          const { outcome, providerAtFault } = await act(false, unreachable);
          expect(outcome).to.deep.equal(
            kind === "reverses" ? "unknown" : kind === "asks" ? LOST : notExecuted("unreachable"),
          );
          expect(providerAtFault).to.equal(true);
        } finally {
          await unreachable.shutdown();
        }
      });
    });
  }
});

/** A question's refusal that nobody documents is a garbled answer and no outage. */
const isFaultOf = (kind: Call["kind"], fault: Fault, isFault: boolean): boolean =>
  kind !== "moves" && fault.kind === "answer_before" && fault.answer.status < 500 ? false : isFault;

describe("what the Adyen adapter makes of an answer about something else", () => {
  let account: Account;
  before(async () => {
    account = await anAccount();
  });
  after(() => account.stop());
  afterEach(() => account.double.faults.clear());

  const other = { currency: "EUR", value: 999 };
  const foreign = { currency: "USD", value: 1_000 };
  const rows: readonly (readonly [
    of: Call,
    name: string,
    changed: Record<string, unknown>,
    outcome: object,
  ])[] = [
    ...[AUTHORISE, COMPLETE].flatMap((of) => [
      [of, "another amount", { amount: other }, contradicts("amount")] as const,
      [of, "another currency", { amount: foreign }, contradicts("currency")] as const,
      [of, "another reference", { merchantReference: "pay_another" }, contradicts("reference")] as const,
      [of, "no amount", { amount: undefined }, GARBLED] as const,
      [of, "no reference", { merchantReference: undefined }, GARBLED] as const,
      [of, "a part of the amount", { resultCode: "PartiallyAuthorised" }, contradicts("amount")] as const,
      [of, "native 3D Secure", { resultCode: "IdentifyShopper" }, GARBLED] as const,
      [of, "a native challenge", { resultCode: "ChallengeShopper" }, GARBLED] as const,
      [of, "a redirect without a URL", { resultCode: "RedirectShopper" }, GARBLED] as const,
      [
        of,
        "a redirect by POST",
        {
          resultCode: "RedirectShopper",
          action: { type: "redirect", method: "POST", url: "https://a.example" },
        },
        GARBLED,
      ] as const,
      [
        of,
        "a status nobody knows",
        { resultCode: "Teleported" },
        { kind: "in_progress", stage: "processing" },
      ] as const,
    ]),
    [REFUND, "another amount", { amount: other }, contradicts("amount")],
    [REFUND, "another reference", { reference: "ref_another" }, contradicts("reference")],
    [REFUND, "another charge", { paymentPspReference: "PANOTHER" }, contradicts("charge")],
    [PAYOUT, "another amount", { amount: other }, contradicts("amount")],
    [PAYOUT, "another currency", { amount: foreign }, contradicts("currency")],
    [PAYOUT, "another reference", { reference: "po_another" }, contradicts("reference")],
    [PAYOUT, "no reference", { reference: undefined }, contradicts("reference")],
    [PAYOUT, "another category", { category: "bank" }, GARBLED],
  ];
  for (const [of, name, changed, outcome] of rows) {
    it(`${of.name}: ${name}`, async () => {
      const act = await of.prepare(account);
      account.double.faults.plan({ match: of.match, fault: set(changed) });
      expect((await act(false)).outcome).to.deep.include(outcome);
    });
  }

  it("payouts.read: two hits, or a list that goes on", async () => {
    const payout = aPayout();
    await account.adapter.payouts.submit(payout, aPayoutCard(), call());
    const one = {
      amount: { currency: "EUR", value: 1_000 },
      category: "card",
      status: "booked",
      reference: payout.reference,
    };
    const lists = [
      [{ data: [one, one] }, contradicts("reference")],
      [{ data: [], _links: { next: { href: "https://next.example" } } }, GARBLED],
      [{ data: [{ ...one, reference: "po_another" }] }, { kind: "absent" }],
    ] as const;
    for (const [list, outcome] of lists) {
      account.double.faults.plan({ match: READ_PAYOUT.match, fault: answered(200, list) });
      expect((await account.adapter.payouts.read(payout, call(), [])).outcome).to.deep.equal(outcome);
    }
  });
});
