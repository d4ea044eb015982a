/** States of an order as the API shows them. */
export const ORDER_STATES = [
  "registered",
  "received",
  "action_required",
  "processing",
  "succeeded",
  "failed",
  "cancelled",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What is known about the money at some moment. `code` says why it failed. */
export interface Result {
  readonly state: OrderState;
  readonly code: string | null;
}

/** What an amount decides about an order, chosen when it is registered (docs/design/decisions.md#sandbox-payments). */
export interface Plan {
  /** Refused before anything exists; null: registered. */
  readonly refusedAtRegister: "throttled" | "unavailable" | null;
  /** What authorising it leads to at once. */
  readonly first: Result;
  /** What it leads to later: when it is due, or after a good challenge. Null: `first` is the end or lasts. */
  readonly later: Result | null;
  /** `garbled`: authorising answers garbage and executes nothing. `lost`: it executes and the answer is lost. */
  readonly quirk: "garbled" | "lost" | null;
}

/** How long a processing order takes (docs/design/decisions.md#sandbox-payments). */
export const PROCESSING_TAKES_S = 5;

/** Response codes as issuers give them; xx of 1000xx, 1030xx and 1040xx (docs/design/decisions.md#sandbox-payments). */
export const DECLINE_CODES: readonly string[] =
  "01 05 06 13 14 25 33 41 43 51 54 57 59 61 63 65 78 91 96".split(" ");
/** Authentication that did not succeed: failed, timed out, not supported, error. */
export const AUTHENTICATION_FAILED = "3D01";

const SUCCEEDED: Result = { state: "succeeded", code: null };
const ACTION_REQUIRED: Result = { state: "action_required", code: null };
const PROCESSING: Result = { state: "processing", code: null };
const failed = (code: string): Result => ({ state: "failed", code });

const ORDINARY: Plan = { refusedAtRegister: null, first: SUCCEEDED, later: null, quirk: null };
const plan = (differences: Partial<Plan>): Plan => ({ ...ORDINARY, ...differences });

const SPECIAL: ReadonlyMap<number, Plan> = new Map<number, Plan>([
  ...DECLINE_CODES.flatMap((code): [number, Plan][] => [
    [100_000 + Number(code), plan({ first: failed(code) })],
    [103_000 + Number(code), plan({ first: ACTION_REQUIRED, later: failed(code) })],
    [104_000 + Number(code), plan({ first: PROCESSING, later: failed(code) })],
  ]),
  [103_000, plan({ first: ACTION_REQUIRED, later: SUCCEEDED })],
  [103_098, plan({ first: ACTION_REQUIRED, later: SUCCEEDED })],
  [103_101, plan({ first: failed(AUTHENTICATION_FAILED) })],
  [103_102, plan({ first: failed("3D02") })],
  [103_103, plan({ first: failed("3D03") })],
  [103_104, plan({ first: failed("3D04") })],
  [104_000, plan({ first: PROCESSING, later: SUCCEEDED })],
  [104_098, plan({ first: { state: "received", code: null } })],
  [104_099, plan({ first: PROCESSING })],
  [105_029, plan({ refusedAtRegister: "throttled" })],
  [105_003, plan({ refusedAtRegister: "unavailable" })],
  [105_002, plan({ quirk: "garbled" })],
  [105_098, plan({ quirk: "lost" })],
]);

/** The plan of a payment amount in minor units; every amount that is not special succeeds at once. */
export const planOf = (amount: number): Plan => SPECIAL.get(amount) ?? ORDINARY;

/** The browser has a part in it, so the order needs a challenge and a way back. */
export const needsChallenge = (of: Plan): boolean => of.first.state === "action_required";

/** Something happens after the synchronous answer, so the merchant is owed a callback. */
export const endsLater = (of: Plan): boolean => of.later !== null;
