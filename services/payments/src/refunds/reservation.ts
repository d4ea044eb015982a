import {
  publicRefund,
  type Params,
  type paymentsContract,
  type RefundFacts,
  type Result,
} from "@flowlix/contracts";

export type Reserved = Result<typeof paymentsContract, "reserveRefund">;
export type ReserveRefund = Params<typeof paymentsContract, "reserveRefund">;

/** A Refund as its Payment keeps it: the reservation of its money, and what was last applied to it. */
export interface Reservation extends RefundFacts {
  readonly merchant_id: string;
  /** The acquirer of its Payment, to which it goes as well. */
  readonly provider: string;
  /** The account of its Payment there; null for the installation's own acquirer. */
  readonly provider_account: string | null;
  /** Which of its Payment's orders was charged; null for the first. */
  readonly charge_attempt: number | null;
  /** The acquirer's own id of the charge; null where it told none. */
  readonly charge_acquirer_id: string | null;
  /** When the Payment was made, in Unix milliseconds: its charge was submitted soon after. */
  readonly charge_submitted_ms: number;
  /** Its place among the Refunds of its Payment. */
  readonly position: number;
  /** The place of the reservation before it that had not come to nothing when this was read; 0 where there is none. */
  readonly previous_position: number;
  /** Of the Refund as its owner recorded it; 0 while nothing was applied. */
  readonly version: number;
}

const SHOWN = [
  "id",
  "payment_id",
  "amount",
  "currency",
  "merchant_reference",
  "reason",
  "refund_type",
  "status",
  "failure_code",
  "livemode",
] as const;
const TIMES = ["created_at", "updated_at", "completed_at"] as const;

const seconds = (column: string) => `floor(extract(epoch from r.${column}))::bigint`;

/** The public Refund with its place and its acquirer, as they are answered to the owner of Refunds. */
export const reservedOf = (reservation: Reservation): Reserved => ({
  refund: publicRefund(reservation),
  position: reservation.position,
  previous_position: reservation.previous_position,
  provider: reservation.provider,
  ...(reservation.provider_account === null ? {} : { provider_account: reservation.provider_account }),
  ...(reservation.charge_attempt === null ? {} : { charge_attempt: reservation.charge_attempt }),
  ...chargeNames(reservation),
});

/** The acquirer's own id of the charge, by which it looks the charge up. Empty for an acquirer without such ids. */
const chargeNames = ({ charge_acquirer_id, charge_submitted_ms }: Reservation) =>
  charge_acquirer_id === null ? {} : { charge_acquirer_id, charge_submitted_ms };

/** Columns of a `Reservation` of the table aliased `r`. */
export const RESERVATION_COLUMNS = [
  ...SHOWN.map((column) => `r.${column}`),
  ...TIMES.map((column) => `${seconds(column)} as ${column}`),
  "r.merchant_id",
  "(select paid.provider from payments.payments as paid where paid.id = r.payment_id) as provider",
  "(select paid.provider_account from payments.payments as paid where paid.id = r.payment_id) as provider_account",
  "(select paid.card_attempt from payments.payments as paid where paid.id = r.payment_id) as charge_attempt",
  "(select paid.acquirer_id from payments.payments as paid where paid.id = r.payment_id) as charge_acquirer_id",
  "(select floor(extract(epoch from paid.created_at) * 1000)::bigint from payments.payments as paid where paid.id = r.payment_id) as charge_submitted_ms",
  "r.seq as position",
  "payments.seq_of_refund_before(r.payment_id, r.seq) as previous_position",
  "r.version",
].join(", ");

const members = [
  ...SHOWN.map((column) => `'${column}', r.${column}`),
  ...TIMES.map((column) => `'${column}', ${seconds(column)}`),
].join(", ");

/**
 * The Refunds of the Payment aliased `p`, oldest first, as JSON; null where it has none, and then nothing
 * is looked for.
 */
export const REFUNDS_OF_PAYMENT = `case when p.refund_count is not null then (
  select json_agg(json_build_object(${members}) order by r.seq) from payments.refunds as r where r.payment_id = p.id) end`;
