import type { Order, PayoutOrder } from "./order.ts";

export type PaymentMethod = "card" | "apple_pay" | "google_pay";
export type PayoutNetwork = "visa" | "mastercard";

/** Path of a field of a request of our contract, such as `recipient.address.line1`. */
export type FieldPath = string;

/** `all`, or canonical ISO 4217 codes. */
export type Currencies = "all" | readonly string[];

/** What is known of a Payment's request before anything is inserted. */
export type PaymentFacts = Omit<
  Order,
  "reference" | "return_url" | "acquirerId" | "submittedBetween" | "customer_ip_address"
> & {
  /** Absent of a page whose merchant gave none: the page sees the payer's own. */
  readonly customer_ip_address?: string;
  /** Absent for a page that the payer has not yet chosen on. */
  readonly method?: PaymentMethod;
};

/** What is known of a Payout's request before anything is inserted. */
export type PayoutFacts = Omit<PayoutOrder, "reference" | "acquirerId" | "submittedBetween"> & {
  readonly hasExpiry: boolean;
};

/** What an acquirer can do for us. Whatever is not in here is refused before anything is inserted. */
export interface Capabilities {
  readonly methods: readonly PaymentMethod[];
  readonly hostedPage: boolean;
  readonly currencies: Currencies;
  readonly refunds: boolean;
  /** Null where it pays nothing out. */
  readonly payouts: {
    readonly networks: readonly PayoutNetwork[];
    readonly currencies: Currencies;
  } | null;
  /** Names of the fields of the contract that it insists on and the request lacks. */
  readonly requires: {
    readonly payment: (facts: PaymentFacts) => readonly FieldPath[];
    readonly payout: (facts: PayoutFacts) => readonly FieldPath[];
  };
}

/** Of an acquirer that takes whatever the contract allows. */
export const EVERYTHING: Capabilities = {
  methods: ["card", "apple_pay", "google_pay"],
  hostedPage: true,
  currencies: "all",
  refunds: true,
  payouts: { networks: ["visa", "mastercard"], currencies: "all" },
  requires: { payment: () => [], payout: () => [] },
};

/**
 * What an acquirer is asked to take. `page`: a hosted page, on which the payer pays by card. Without `facts` it is
 * asked what it can do alone, which is enough to choose among acquirers; with them also which fields it insists on.
 */
export type Asked =
  | {
      readonly kind: "payment";
      readonly method: PaymentMethod | "page";
      readonly currency: string;
      readonly facts?: PaymentFacts;
    }
  | {
      readonly kind: "payout";
      readonly network: PayoutNetwork;
      readonly currency: string;
      readonly facts?: PayoutFacts;
    }
  | { readonly kind: "refund" };

/** A field that an acquirer insists on: the request lacks it, or has it in a form that the acquirer does not take. */
export interface WantedField {
  readonly path: FieldPath;
  readonly isMissing: boolean;
}

/** Why an acquirer does not take it. */
export type Refusal =
  | { readonly why: "method" | "page" | "currency" | "refunds" | "payouts" | "network" }
  | { readonly why: "fields"; readonly fields: readonly [WantedField, ...WantedField[]] };

/**
 * What the page itself collects of its payer: nobody demands it of the merchant (docs/design/decisions.md#hosted-form).
 */
const COLLECTED_BY_PAGE: readonly string[] = [
  "browser_information",
  "customer_ip_address",
  "billing_details",
  "payment_method_data",
];

/**
 * Whether an acquirer takes it; null if so. Asked by routing, which passes over the accounts that do not, and by each
 * create before its insert (docs/decisions/0101-what-an-acquirer-takes-is-asked-before-the-insert.md).
 */
export function canTake(capabilities: Capabilities, asked: Asked): Refusal | null {
  switch (asked.kind) {
    case "payment":
      return refusalOfPayment(capabilities, asked);
    case "payout":
      return refusalOfPayout(capabilities, asked);
    case "refund":
      return capabilities.refunds ? null : { why: "refunds" };
  }
}

function refusalOfPayment(
  { methods, hostedPage, currencies, requires }: Capabilities,
  { method, currency, facts }: Extract<Asked, { kind: "payment" }>,
): Refusal | null {
  const isPage = method === "page";
  if (isPage && !(hostedPage && methods.includes("card"))) return { why: "page" };
  if (!isPage && !methods.includes(method)) return { why: "method" };
  if (!takes(currencies, currency)) return { why: "currency" };
  if (facts === undefined) return null;
  const wanted = requires.payment(facts);
  const fields = isPage ? wanted.filter((path) => !isCollected(path)) : wanted;
  return refusalOfFields(fields, paymentFields(facts));
}

function refusalOfPayout(
  { payouts, requires }: Capabilities,
  { network, currency, facts }: Extract<Asked, { kind: "payout" }>,
): Refusal | null {
  if (payouts === null) return { why: "payouts" };
  if (!takes(payouts.currencies, currency)) return { why: "currency" };
  if (!payouts.networks.includes(network)) return { why: "network" };
  return facts === undefined ? null : refusalOfFields(requires.payout(facts), payoutFields(facts));
}

const takes = (currencies: Currencies, currency: string): boolean =>
  currencies === "all" || currencies.includes(currency);

const isCollected = (path: FieldPath): boolean => COLLECTED_BY_PAGE.includes(path.split(".")[0] ?? "");

function refusalOfFields(paths: readonly FieldPath[], request: object): Refusal | null {
  const [first, ...others] = paths.map((path) => ({ path, isMissing: valueAt(request, path) === undefined }));
  return first === undefined ? null : { why: "fields", fields: [first, ...others] };
}

/** The facts under the names that the contract has for them. */
const paymentFields = ({ browser, customer_email, ...facts }: PaymentFacts): object => ({
  ...facts,
  ...(browser === undefined ? {} : { browser_information: browser }),
  ...(customer_email === undefined ? {} : { billing_details: { email: customer_email } }),
});

const payoutFields = ({ hasExpiry, ...facts }: PayoutFacts): object => ({
  ...facts,
  ...(hasExpiry ? { destination: { exp_month: true, exp_year: true } } : {}),
});

function valueAt(holder: unknown, path: FieldPath): unknown {
  let value: unknown = holder;
  for (const name of path.split("."))
    value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
