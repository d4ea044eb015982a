/** What becomes of a payment, a refund or a payout. */
export interface Scenario {
  /** Declined with this code, at once. */
  readonly declined?: string;
  /** The payer is asked for a challenge first. */
  readonly challenged?: boolean;
  /** Declined with this code when it is processed. */
  readonly declinedLater?: string;
  /** Authorised, and the capture is declined with this code. */
  readonly captureDeclined?: string;
  /** Stays as it is first. */
  readonly stays?: "Pending" | "Authorized";
  /** Paid out, and comes back later. */
  readonly returned?: boolean;
}

/** Checkout.com's own test cards (docs/acquirers/checkout.md#test-cards); the others are authorised. */
const BY_CARD: ReadonlyMap<string, Scenario> = new Map([
  ["4544249167673670", { declined: "20051" }],
  ["4485381577182090", { declined: "20014" }],
  ["4724117215951699", { declined: "20054" }],
  ["4897453568485113", { declined: "20059" }],
  ["4556294593757189", { declined: "20061" }],
  ["4818924250131070", { declined: "20062" }],
  ["4556253752712245", { declined: "20063" }],
  ["4095254802642505", { declined: "20068" }],
  // The double's own: what its documents say of a challenge hangs on no number.
  ["4000000000003220", { challenged: true }],
]);

/** For tests that choose by amount, as the Sandbox acquirer lets them. */
const BY_AMOUNT: ReadonlyMap<number, Scenario> = new Map<number, Scenario>([
  [100_051, { declined: "20051" }],
  [103_000, { challenged: true }],
  [104_051, { declinedLater: "20051" }],
  [104_098, { stays: "Pending" }],
  [104_099, { stays: "Authorized" }],
  [104_052, { captureDeclined: "20051" }],
  [106_001, { stays: "Pending" }],
  [106_002, { returned: true }],
]);

export const scenarioOf = (card: string, amount: number): Scenario =>
  BY_CARD.get(card) ?? BY_AMOUNT.get(amount) ?? {};
