/** What this program reads of the objects of the API; everything else is shown as it comes. */
export interface ApiObject {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly currency: string;
  readonly created_at: number;
  readonly failure_code?: string | null;
}

export interface Payment extends ApiObject {
  readonly amount_refundable: number;
  readonly next_action?: { readonly redirect_url: string } | null;
}

export interface Refund extends ApiObject {
  readonly payment_id: string;
}

export type Payout = ApiObject;

export interface ApiEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: number;
  readonly data: Readonly<Record<string, { readonly id: string; readonly status: string }>>;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** The object that an event is about. */
export function objectOf(event: ApiEvent): { readonly id: string; readonly status: string } {
  const [object] = Object.values(event.data);
  return object ?? { id: "–", status: "–" };
}

/** As ids begin, in the singular and the plural of the API's paths. */
export const KINDS = {
  pay: "payments",
  ref: "refunds",
  po: "payouts",
  evt: "events",
} as const;
export type Kind = (typeof KINDS)[keyof typeof KINDS];

/** What an id names, by its beginning; undefined of no id of ours. */
export function kindOf(id: string): Kind | undefined {
  const prefix = /^(pay|ref|po|evt)_[A-Za-z0-9]{24}$/.exec(id)?.[1];
  return Object.entries(KINDS).find(([known]) => known === prefix)?.[1];
}
