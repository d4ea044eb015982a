/** An order of a Payment, by number. */
export interface OrderName {
  readonly id: string;
  /** Counted from 1. */
  readonly attempt: number;
}

/**
 * What an order is called at the acquirer: the first one of a Payment by the Payment's id, each later one by id and
 * attempt. Derived and never chosen, so that a repeated step names the same order (docs/design/architecture.md#rule-1).
 */
export const orderReference = ({ id, attempt }: OrderName): string =>
  attempt === 1 ? id : `${id}_${attempt}`;

/** As many as a Payment may have (`CARD_ATTEMPTS_MAX`). */
const LATER = /^(pay_[A-Za-z0-9]{24})_([2-9]|10)$/;

/** Whose order a reference names. Whatever else it is stands for itself. */
export function orderNamed(reference: string): OrderName {
  const [, id, attempt] = LATER.exec(reference) ?? [];
  return id === undefined ? { id: reference, attempt: 1 } : { id, attempt: Number(attempt) };
}
