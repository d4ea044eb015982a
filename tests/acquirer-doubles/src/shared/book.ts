import type { BookLineKind } from "@flowlix/contracts";

/** A movement of money, as the acquirer itself knows it. Amount in minor units. */
export interface BookLine {
  readonly kind: BookLineKind;
  /** The reference that the movement was ordered under. */
  readonly reference: string;
  /** The acquirer's own id of what was executed. */
  readonly id: string;
  /** Of a refund and a reversal: the reference of what was charged. */
  readonly charge: string | null;
  readonly amount: number;
  readonly currency: string;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** Every movement of money at a double, in the order in which it was executed; nothing is ever taken out. */
export interface Book {
  record(line: BookLine): void;
  lines(): readonly BookLine[];
  /** How often money moved for a reference: a charge is 1, charged and given back is 2. */
  executions(reference: string): number;
  /** The sum of the refunds of a charge, in minor units. */
  refundedOf(charge: string): number;
}

export function createBook(): Book {
  const lines: BookLine[] = [];
  const isOf = (reference: string) => (line: BookLine) =>
    line.reference === reference || (line.kind === "reversal" && line.charge === reference);
  return {
    record: (line) => void lines.push(line),
    lines: () => lines,
    executions: (reference) => lines.filter(isOf(reference)).length,
    refundedOf: (charge) =>
      lines
        .filter((line) => line.kind === "refund" && line.charge === charge)
        .reduce((sum, { amount }) => sum + amount, 0),
  };
}
