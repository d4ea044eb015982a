import type { BookLineKind, DifferenceKind } from "@flowlix/contracts";
import type { Provider } from "@flowlix/provider";

/** What a line is about. */
export interface LineName {
  readonly kind: BookLineKind;
  readonly reference: string;
}

/** Money with its time, as one side has it. Amount in minor units. */
export interface Stated {
  readonly amount: number;
  readonly currency: string;
  readonly atMs: number;
}

/** A line that does not simply agree. */
export interface Found extends LineName {
  readonly difference: DifferenceKind;
  /** `awaiting` where it may end by itself. */
  readonly state: "awaiting" | "open";
  readonly statement: Stated | null;
  readonly book: Stated | null;
  /** The object's status here, where it is known. */
  readonly status: string | null;
  /** The other day whose statement has the line as well; absent where one statement has it twice. */
  readonly alsoDay?: string;
}

export const nameOf = ({ kind, reference }: LineName): string => `${kind} ${reference}`;

/** The day before or after one, as YYYY-MM-DD. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The last day that is over and whose statement is complete. */
export const lastDayOver = (
  { dayOf, postedWithinMs }: Pick<Provider["statement"], "dayOf" | "postedWithinMs">,
  nowMs: number,
): string => dayAfter(dayOf(nowMs - postedWithinMs), -1);
