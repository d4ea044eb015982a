import type { Finding, FindingKind, ObjectKind } from "../data/facts.ts";
import type { ApiPayment, ApiRefund, BookLine, Books } from "./books.ts";
import { attribute } from "./unattributed.ts";
import { factsByReference, type Answered } from "./facts-by-reference.ts";

const OPEN = new Set(["PENDING", "REQUIRES_ACTION", "PROCESSING"]);

/** An object of the API with what it is. */
interface Owned {
  readonly of: ObjectKind;
  readonly object: ApiRefund;
  /** Of a Refund: its Payment. */
  readonly payment?: ApiPayment;
}

/** What the comparison needs besides the books themselves. */
interface Reconciliation {
  readonly books: Books;
  readonly objects: ReadonlyMap<string, Owned>;
  readonly lines: ReadonlyMap<string, readonly BookLine[]>;
  readonly find: (kind: FindingKind, text: string) => void;
}

export interface Reconciled {
  readonly findings: readonly Finding[];
  readonly compared: number;
  /** Lines of the book that are taken for other users of the acquirer. */
  readonly unattributed: number;
}

/**
 * Compares what virtual users were answered with what the API shows and what the acquirer executed. Each
 * contradiction is a finding. Its kind says what it means for money.
 */
export function reconcile(all: Books): Reconciled {
  const books = all.exclusive ? all : withoutOthers(all);
  const findings: Finding[] = [];
  const objects = new Map<string, Owned>();
  for (const payment of books.payments) {
    objects.set(payment.id, { of: "payment", object: payment });
    for (const refund of payment.refunds) objects.set(refund.id, { of: "refund", object: refund, payment });
  }
  for (const payout of books.payouts) objects.set(payout.id, { of: "payout", object: payout });
  const lines = Map.groupBy(books.book ?? [], ({ reference }) => reference);
  const reconciliation: Reconciliation = {
    books,
    objects,
    lines,
    find: (kind, text) => findings.push({ kind, text }),
  };
  compareFacts(reconciliation);
  compareSums(reconciliation);
  if (books.book !== null) compareBook(reconciliation);
  if (books.events !== null) compareEvents(reconciliation, books.events);
  const { ours, others } = attribute(all);
  for (const text of ours) reconciliation.find("lost", text);
  return { findings, compared: objects.size, unattributed: others };
}

/** Where others use the same merchants, objects that no create of the run asked for are theirs. */
function withoutOthers(books: Books): Books {
  const known = factsByReference(books.facts);
  const asked = (of: ObjectKind) => (object: ApiRefund) =>
    known.has(`${of} ${object.merchant_reference ?? "none"}`);
  return {
    ...books,
    payments: books.payments.filter(asked("payment")),
    payouts: books.payouts.filter(asked("payout")),
  };
}

/** Every create was answered with one object, which the API shows. The API shows no other. */
function compareFacts({ books, objects, find }: Reconciliation): void {
  const byReference = Map.groupBy(
    objects.values(),
    ({ of, object }) => `${of} ${object.merchant_reference ?? "none"}`,
  );
  const known = factsByReference(books.facts);
  for (const [reference, facts] of known) {
    const existing = byReference.get(reference) ?? [];
    if (existing.length > 1)
      find(
        "duplicate",
        `${reference} was made ${existing.length} times: ${existing.map(({ object }) => object.id).join(", ")}`,
      );
    const ids = new Set(facts.answered.map(({ id }) => id));
    if (ids.size > 1) find("duplicate", `${reference} was told as ${[...ids].join(" and ")}`);
    if (facts.refused && facts.answered.length === 0 && !facts.unclear && existing.length > 0)
      find("misreported", `${reference} was refused and exists as ${existing[0]?.object.id ?? ""}`);
    for (const answer of facts.answered) compareAnswered(objects.get(answer.id), answer, find);
  }
  for (const [reference, existing] of byReference) {
    if (!known.has(reference))
      find("misreported", `${existing[0]?.object.id ?? ""} (${reference}) exists and nobody was told`);
  }
  for (const fact of books.facts) {
    if (fact.fact !== "seen") continue;
    const now = objects.get(fact.id)?.object.status;
    if (now === undefined) find("lost", `${fact.id} was shown as ${fact.status} and is not there any more`);
    else if (now !== fact.status) find("misreported", `${fact.id} was shown as ${fact.status} and is ${now}`);
  }
}

function compareAnswered(owned: Owned | undefined, answer: Answered, find: Reconciliation["find"]): void {
  if (owned === undefined) {
    find("lost", `${answer.id} was answered with 201 and is not there`);
    return;
  }
  const { amount, currency, status } = owned.object;
  if (amount !== answer.amount || currency !== answer.currency)
    find(
      "misreported",
      `${answer.id} was told as ${answer.amount} ${answer.currency} and is ${amount} ${currency}`,
    );
  if (!OPEN.has(answer.status) && status !== answer.status)
    find("misreported", `${answer.id} was told as ${answer.status} and is ${status}`);
}

/** A Payment's sums are those of its Refunds, and every object has ended. */
function compareSums({ books, objects, find }: Reconciliation): void {
  for (const {
    id,
    amount,
    status,
    refunds,
    amount_refunded: refunded,
    amount_refundable: left,
  } of books.payments) {
    const sum = (of: (refund: ApiRefund) => boolean) =>
      refunds.filter(of).reduce((total, one) => total + one.amount, 0);
    const succeeded = sum((one) => one.status === "SUCCEEDED");
    const held = sum((one) => OPEN.has(one.status));
    if (refunded !== succeeded)
      find("misreported", `${id} says that ${refunded} was refunded; its refunds say ${succeeded}`);
    if (succeeded + held > amount)
      find("over_refunded", `${id} of ${amount} has refunds of ${succeeded + held}`);
    const leftOver = status === "SUCCEEDED" ? amount - succeeded - held : 0;
    if (left !== leftOver) find("misreported", `${id} says that ${left} can be refunded; ${leftOver} can`);
  }
  for (const { object } of objects.values()) {
    if (OPEN.has(object.status)) find("unsettled", `${object.id} is still ${object.status}`);
  }
}

const LINE_OF = { payment: "charge", refund: "refund", payout: "payout" } as const;

function compareBook({ books, objects, lines, find }: Reconciliation): void {
  for (const [id, { of, object }] of objects) {
    const executed = (lines.get(id) ?? []).filter(({ kind }) => kind === LINE_OF[of]);
    const reversed = (lines.get(id) ?? []).some(({ kind }) => kind === "reversal");
    const times = executed.reduce((sum, { executions }) => sum + (executions ?? 1), 0);
    if (times > 1) find("duplicate", `${id} was executed ${times} times`);
    if (object.status === "SUCCEEDED" && times === 0)
      find("misreported", `${id} is SUCCEEDED and the book has nothing of it`);
    if (object.status !== "SUCCEEDED" && times > 0 && !reversed)
      find("lost", `${id} is ${object.status} and was executed all the same`);
    for (const { amount, currency } of executed) {
      if (amount !== object.amount || currency !== object.currency)
        find(
          "misreported",
          `${id} is ${object.amount} ${object.currency} and was executed as ${amount} ${currency}`,
        );
    }
  }
  compareRefundsOfCharges(books.book ?? [], find);
}

function compareRefundsOfCharges(book: readonly BookLine[], find: Reconciliation["find"]): void {
  const charged = new Map(
    book.filter(({ kind }) => kind === "charge").map((line) => [line.reference, line.amount]),
  );
  const refunds = Map.groupBy(
    book.filter(({ kind }) => kind === "refund"),
    ({ charge }) => charge ?? "",
  );
  for (const [charge, lines] of refunds) {
    const sum = lines.reduce((total, { amount, executions }) => total + amount * (executions ?? 1), 0);
    const of = charged.get(charge) ?? 0;
    if (sum > of) find("over_refunded", `${charge} was charged ${of} and refunded ${sum}`);
  }
}

function compareEvents(
  { objects, find }: Reconciliation,
  events: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [id, { of, object }] of objects) {
    if (OPEN.has(object.status)) continue;
    const type = `${of}.${object.status.toLowerCase()}`;
    if (events.get(id)?.has(type) !== true) find("webhook_missing", `no ${type} of ${id} arrived`);
  }
}
