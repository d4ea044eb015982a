import type { CardBrand } from "@flowlix/contracts";
import type { Texts } from "./texts/index.ts";

/** Published test numbers; all pass the check digit. */
export const TEST_CARDS: readonly {
  readonly brand: CardBrand;
  readonly number: string;
  readonly cvc: string;
}[] = [
  { brand: "visa", number: "4111111111111111", cvc: "123" },
  { brand: "mastercard", number: "5555555555554444", cvc: "123" },
  { brand: "amex", number: "378282246310005", cvc: "1234" },
];

/**
 * What some amounts in minor units come to (docs/sandbox-acquirer.md#amounts), in the words that the page says it with.
 */
export const TEST_AMOUNTS: readonly { readonly amount: number; readonly say: (texts: Texts) => string }[] = [
  { amount: 100_005, say: ({ failures }) => failures.refused },
  { amount: 100_051, say: ({ failures }) => failures.funds },
  { amount: 100_054, say: ({ failures }) => failures.expired },
  { amount: 103_000, say: ({ challenge }) => challenge.title },
  { amount: 103_098, say: ({ expired }) => expired.title },
  { amount: 103_101, say: ({ failures }) => failures.identity },
  { amount: 104_000, say: ({ processing }) => processing.title },
];
