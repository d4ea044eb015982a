import type { Asked, ObjectKind } from "../data/facts.ts";
import type { BookLine, Books } from "./books.ts";
import { factsByReference } from "./facts-by-reference.ts";

/** Who executions belong to that the API knows nothing of. */
export interface Attributed {
  /** Findings: money that this run has lost. */
  readonly ours: readonly string[];
  /** Lines that may be of somebody else. */
  readonly others: number;
}

/** A create is repeated for 100 s at most. Its object may be made at the first try or the last, and clocks differ. */
const BEFORE_MS = 130_000;
const AFTER_MS = 30_000;

const KIND_OF = { payment: "charge", payout: "payout", refund: "refund" } as const satisfies Record<
  ObjectKind,
  BookLine["kind"]
>;

/**
 * Attributes the lines of the book whose objects the API shows to none of the run's merchants. Where nobody else uses
 * the acquirer, all are ours. Otherwise a line is ours if it refunds a charge of ours, or if it has the kind, amount,
 * currency and time of a create that was answered with no object and that the API does not show. The rest may be
 * others'.
 */
export function attribute({ book, payments, payouts, facts, exclusive }: Books): Attributed {
  const known = new Set(
    [...payments, ...payments.flatMap(({ refunds }) => refunds), ...payouts].map(({ id }) => id),
  );
  const unknown = Map.groupBy(
    (book ?? []).filter(({ reference }) => !known.has(reference)),
    ({ reference }) => reference,
  );
  const lost = missingCreates({ payments, payouts, facts });
  const ours: string[] = [];
  let others = 0;
  for (const [reference, [line]] of unknown) {
    if (line === undefined) continue;
    const nothing = `the book has a ${line.kind} ${reference} that the API does not know`;
    const fits = lost.find((one) => isOf(line, one));
    if (exclusive) ours.push(nothing);
    else if (line.kind === "refund" && known.has(line.charge ?? ""))
      ours.push(`${nothing}, of ${line.charge ?? ""}`);
    else if (fits !== undefined) ours.push(`${nothing}; it fits ${fits.name}, which was never reported`);
    else others += 1;
  }
  return { ours, others };
}

interface MissingCreate {
  readonly name: string;
  readonly kind: BookLine["kind"];
  readonly asked: Asked;
}

/** Creates that were answered with no object, and for which the API shows none. */
function missingCreates({
  payments,
  payouts,
  facts,
}: Pick<Books, "payments" | "payouts" | "facts">): MissingCreate[] {
  const existing = new Set([
    ...payments.map((one) => `payment ${one.merchant_reference ?? "none"}`),
    ...payouts.map((one) => `payout ${one.merchant_reference ?? "none"}`),
  ]);
  const missing: MissingCreate[] = [];
  for (const [name, { answered, asked }] of factsByReference(facts)) {
    if (answered.length > 0 || asked === undefined || existing.has(name)) continue;
    missing.push({ name, kind: name.startsWith("payout ") ? KIND_OF.payout : KIND_OF.payment, asked });
  }
  return missing;
}

function isOf(line: BookLine, { kind, asked }: MissingCreate): boolean {
  const createdAt = createdAtMs(line.reference);
  return (
    line.kind === kind &&
    line.amount === asked.amount &&
    line.currency === asked.currency &&
    createdAt >= asked.at_ms - BEFORE_MS &&
    createdAt <= asked.at_ms + AFTER_MS
  );
}

const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TIME_LENGTH = 8;

/**
 * Unix milliseconds at which an id was made, from its first eight characters; NaN where it is no id of the platform.
 */
export function createdAtMs(id: string): number {
  const time = /_([0-9A-Za-z]{24})$/.exec(id)?.[1]?.slice(0, TIME_LENGTH);
  if (time === undefined) return Number.NaN;
  return Array.from(time).reduce((ms, character) => ms * BASE_62.length + BASE_62.indexOf(character), 0);
}
