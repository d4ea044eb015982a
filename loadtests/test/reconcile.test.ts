import { expect } from "chai";
import { FINDINGS, type FindingKind } from "../data/facts.ts";
import type { Books } from "../verifier/books.ts";
import { reconcile } from "../verifier/reconcile.ts";
import {
  executedPayout,
  executedRefund,
  charge,
  PAYMENT,
  payment,
  payout,
  REFUND,
  refund,
  matchingBooks,
} from "./support/books.ts";

const kinds = (books: Books): FindingKind[] => [
  ...new Set(reconcile(books).findings.map(({ kind }) => kind)),
];
const { facts, book } = matchingBooks();
const lines = book ?? [];

const LIES: readonly [what: string, kind: FindingKind, changes: Partial<Books>][] = [
  [
    "two Payments of one create",
    "duplicate",
    {
      payments: [
        payment(),
        payment({ id: "pay_two", refunds: [], amount_refunded: 0, amount_refundable: 1_000 }),
      ],
    },
  ],
  [
    "two ids told of one create",
    "duplicate",
    {
      facts: [
        ...facts,
        {
          fact: "answered",
          of: "payment",
          reference: 1,
          id: "pay_two",
          amount: 1_000,
          currency: "EUR",
          status: "SUCCEEDED",
        },
      ],
    },
  ],
  ["a charge that the book has twice", "duplicate", { book: [...lines, charge()] }],
  [
    "a charge that was executed twice",
    "duplicate",
    { book: [charge({ executions: 2 }), executedRefund(), executedPayout()] },
  ],
  ["a payout that was executed twice", "duplicate", { book: [...lines, executedPayout()] }],
  ["a Payment that was told and is not there", "lost", { payments: [] }],
  [
    "a Refund that was shown and is not there",
    "lost",
    { payments: [payment({ refunds: [], amount_refunded: 0, amount_refundable: 1_000 })] },
  ],
  [
    "a charge of a Payment that FAILED",
    "lost",
    { payments: [payment({ status: "FAILED", amount_refunded: 0, amount_refundable: 0, refunds: [] })] },
  ],
  [
    "a charge that the API knows nothing of",
    "lost",
    { book: [...lines, charge({ reference: "pay_nobodys" })] },
  ],
  [
    "more refunds in the book than was charged",
    "over_refunded",
    { book: [...lines, executedRefund({ reference: "ref_two", amount: 601 })] },
  ],
  [
    "more refunds of a Payment than its amount",
    "over_refunded",
    { payments: [payment({ refunds: [refund({ amount: 1_001 })] })] },
  ],
  [
    "a refund of a charge that the book lacks",
    "over_refunded",
    { book: [executedRefund(), executedPayout()] },
  ],
  ["a success that the book lacks", "misreported", { book: [executedRefund(), executedPayout()] }],
  ["a payout's success that the book lacks", "misreported", { book: [charge(), executedRefund()] }],
  [
    "another amount executed than shown",
    "misreported",
    { book: [charge({ amount: 1_001 }), executedRefund(), executedPayout()] },
  ],
  [
    "another currency executed than shown",
    "misreported",
    { book: [charge(), executedRefund(), executedPayout({ currency: "EUR" })] },
  ],
  [
    "another amount told than shown",
    "misreported",
    {
      payouts: [payout({ amount: 701 })],
      book: [charge(), executedRefund(), executedPayout({ amount: 701 })],
    },
  ],
  [
    "an end that was told and is another now",
    "misreported",
    { payments: [payment({ status: "EXPIRED", refunds: [], amount_refunded: 0, amount_refundable: 0 })] },
  ],
  [
    "an end that a read showed and is another now",
    "misreported",
    {
      payments: [
        payment({ refunds: [refund({ status: "FAILED" })], amount_refunded: 0, amount_refundable: 1_000 }),
      ],
    },
  ],
  [
    "refunds that do not come to amount_refunded",
    "misreported",
    { payments: [payment({ amount_refunded: 401 })] },
  ],
  [
    "amount_refundable that is not what is left",
    "misreported",
    { payments: [payment({ amount_refundable: 601 })] },
  ],
  [
    "an object that a refusal left behind",
    "misreported",
    { facts: [{ fact: "refused", of: "payment", reference: 1 }, ...facts.slice(1)] },
  ],
  [
    "an object that nobody was told of",
    "misreported",
    {
      payouts: [payout(), payout({ id: "po_two", merchant_reference: 9 })],
      book: [...lines, executedPayout({ reference: "po_two" })],
    },
  ],
  ["a Payment that has not ended", "unsettled", { payments: [payment({ status: "PROCESSING" })] }],
  [
    "a Refund that has not ended",
    "unsettled",
    { payments: [payment({ refunds: [refund({ status: "PROCESSING" })] })] },
  ],
  [
    "an end without an event",
    "webhook_missing",
    {
      events: new Map([
        [PAYMENT, new Set(["payment.processing"])],
        [REFUND, new Set(["refund.succeeded"])],
        ["po_one", new Set(["payout.succeeded"])],
      ]),
    },
  ],
];

describe("what was told, what is shown and what was executed", () => {
  it("agree: nothing is found, and everything was compared", () => {
    expect(reconcile(matchingBooks())).to.deep.equal({ findings: [], compared: 3, unattributed: 0 });
  });

  for (const [what, kind, changes] of LIES) {
    it(`${what}: ${kind}`, () => expect(kinds(matchingBooks(changes))).to.include(kind));
  }

  const paymentAlone = (changes: Partial<Books>): Books =>
    matchingBooks({ facts: [], payments: [], payouts: [], book: [], events: null, ...changes });
  const texts = (books: Books): string[] =>
    reconcile(books).findings.map(({ kind, text }) => `${kind}: ${text}`);

  it("what is lost is told by its name, and once", () => {
    expect(texts(paymentAlone({ facts: [facts[0]!] }))).to.deep.equal([
      "lost: pay_one was answered with 201 and is not there",
    ]);
    expect(texts(paymentAlone({ facts: [{ fact: "seen", id: REFUND, status: "SUCCEEDED" }] }))).to.deep.equal(
      ["lost: ref_one was shown as SUCCEEDED and is not there any more"],
    );
    const failed = payment({ status: "FAILED", amount_refunded: 0, amount_refundable: 0, refunds: [] });
    const unclear = [{ fact: "unclear", of: "payment", reference: 1 } as const];
    expect(texts(paymentAlone({ facts: unclear, payments: [failed], book: [charge()] }))).to.deep.equal([
      "lost: pay_one is FAILED and was executed all the same",
    ]);
  });

  it("every kind of finding can be found", () => {
    expect(new Set(LIES.map(([, kind]) => kind))).to.deep.equal(new Set(FINDINGS));
  });

  it("an unclear create may exist or not, once", () => {
    const unclear = [{ fact: "unclear", of: "payment", reference: 1 } as const, ...facts.slice(1)];
    expect(kinds(matchingBooks({ facts: unclear }))).to.deep.equal([]);
    const none = { payments: [], book: [executedPayout()], events: null };
    expect(kinds(matchingBooks({ facts: [unclear[0]!, facts[2]!], ...none }))).to.deep.equal([]);
  });

  it("a charge that was given back belongs to a Payment that failed", () => {
    const failed = payment({ status: "FAILED", amount_refunded: 0, amount_refundable: 0, refunds: [] });
    const reversed = [charge(), charge({ kind: "reversal" }), executedPayout()];
    const unclear = [{ fact: "unclear", of: "payment", reference: 1 } as const, facts[2]!];
    expect(
      kinds(matchingBooks({ facts: unclear, payments: [failed], book: reversed, events: null })),
    ).to.deep.equal([]);
  });

  it("others' lines are nobody's business where the acquirer is shared, and without a book the API is compared", () => {
    const theirs = payment({ id: "pay_theirs", merchant_reference: null, status: "PROCESSING", refunds: [] });
    const shared = {
      exclusive: false,
      payments: [payment(), theirs],
      book: [...lines, charge({ reference: "pay_theirs" })],
    };
    expect(reconcile(matchingBooks(shared))).to.deep.equal({ findings: [], compared: 3, unattributed: 0 });
    expect(kinds(matchingBooks({ book: null }))).to.deep.equal([]);
  });
});
