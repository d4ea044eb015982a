import { DECLINE_RESPONSE_CODES, failureOf } from "./response-codes.ts";

/** What an amount in minor units orders of the Sandbox (docs/design/decisions.md#sandbox-payments), in Markdown. */
export interface TestAmounts {
  /** How the pages name the amounts; `xx` is a code of a decline. */
  readonly shown: string;
  /** What the pages say of all of them. */
  readonly result: string;
  /** Of each what it orders, where that is more than the row says. */
  readonly each: ReadonlyMap<number, string>;
}

const code = (text: string): string => `\`${text}\``;
const one = (amount: number, result: string): TestAmounts => ({
  shown: code(String(amount)),
  result,
  each: new Map([[amount, result]]),
});
/** The codes of declines stand in for `xx`, the last two digits. */
const ofEveryCode = (from: number, before: string): ReadonlyMap<number, string> =>
  new Map(
    DECLINE_RESPONSE_CODES.map((each) => [
      from + Number(each),
      `${before}\`FAILED\`, ${code(failureOf(each))}`,
    ]),
  );

const DECLINES = DECLINE_RESPONSE_CODES.map((each) =>
  one(100_000 + Number(each), `\`FAILED\`, ${code(failureOf(each))}`),
);

export const PAYMENT_TEST_AMOUNTS: readonly TestAmounts[] = [
  ...DECLINES,
  one(103_000, "3D Secure; a good challenge succeeds"),
  {
    shown: "`1030xx`",
    result: "3D Secure; after a good challenge `FAILED` with the code of `1000xx`",
    each: ofEveryCode(103_000, "3D Secure; after a good challenge "),
  },
  ...["3D01", "3D02", "3D03", "3D04"].map((each, at) =>
    one(103_101 + at, `\`FAILED\` at once, ${code(failureOf(each))}`),
  ),
  one(103_098, "3D Secure that expires after 15 s"),
  one(104_000, "`PROCESSING`, after 5 s `SUCCEEDED`"),
  {
    shown: "`1040xx`",
    result: "`PROCESSING`, after 5 s `FAILED` with the code of `1000xx`",
    each: ofEveryCode(104_000, "`PROCESSING`, after 5 s "),
  },
  {
    shown: "`104098`, `104099`",
    result: "stays `PENDING`, stays `PROCESSING`",
    each: new Map([
      [104_098, "stays `PENDING`"],
      [104_099, "stays `PROCESSING`"],
    ]),
  },
  {
    shown: "`105029`, `105003`",
    result: "HTTP 429, HTTP 503; nothing exists afterwards",
    each: new Map([
      [105_029, "HTTP 429; nothing exists afterwards"],
      [105_003, "HTTP 503; nothing exists afterwards"],
    ]),
  },
  one(105_002, "HTTP 502; the Payment then fails as `processor_error`"),
  one(105_098, "executed, but the answer is lost: `PENDING` at first, `SUCCEEDED` within seconds"),
];

/**
 * Of Refunds and Payouts; those of Payouts alone have a table of their own
 * (docs/design/decisions.md#sandbox-transfers).
 */
const TRANSFER_TEST_AMOUNTS: readonly TestAmounts[] = [
  ...DECLINES,
  {
    shown: "`1040xx`",
    result: "`PROCESSING`, after 2 s `FAILED` with the code of `1000xx`",
    each: ofEveryCode(104_000, "`PROCESSING`, after 2 s "),
  },
  one(104_099, "stays `PROCESSING`"),
  one(105_098, "executed, but the answer is lost: `SUCCEEDED` within seconds"),
];
const PAYOUT_TEST_AMOUNTS = [one(106_000, "`SUCCEEDED` at once"), one(106_001, "stays `PENDING`")];

const ORDERED: Readonly<Record<"payment" | "refund" | "payout", ReadonlyMap<number, string>>> = {
  payment: everyOf(PAYMENT_TEST_AMOUNTS),
  refund: everyOf(TRANSFER_TEST_AMOUNTS),
  payout: everyOf([...TRANSFER_TEST_AMOUNTS, ...PAYOUT_TEST_AMOUNTS]),
};

function everyOf(rows: readonly TestAmounts[]): ReadonlyMap<number, string> {
  return new Map(rows.flatMap(({ each }) => [...each]));
}

/** What the amount orders, in words without marks; null for one that orders nothing but a success. */
export const orderedByAmount = (kind: keyof typeof ORDERED, amount: number): string | null =>
  ORDERED[kind].get(amount)?.replaceAll("`", "") ?? null;
