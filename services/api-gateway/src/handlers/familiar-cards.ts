import type { DirectPaymentRequest } from "@flowlix/contracts";
import type { Answer } from "../http/answer.ts";

const CHALLENGED = 103_000;

/**
 * Numbers with which other providers' test systems order an outcome, and the amount that orders it here. A developer
 * who uses one expects a decline and gets a success, because here the amount decides
 * (docs/design/decisions.md#sandbox-payments). All of them are published for tests and belong to nobody.
 */
const AMOUNT_OF_CARD: ReadonlyMap<string, number> = new Map([
  ["4000000000000002", 100_006],
  ["4000000000000341", 100_006],
  ["4000000000000127", 100_005],
  ["4000000000009995", 100_051],
  ["4000000000009987", 100_041],
  ["4000000000009979", 100_043],
  ["4000000000000069", 100_054],
  ["4000000000000119", 100_096],
  ["4000000000006975", 100_065],
  ["4100000000000019", 100_063],
  ["4000111111111115", 100_006],
  ["4000000000003220", CHALLENGED],
  ["4000000000003063", CHALLENGED],
  ["4000002500003155", CHALLENGED],
  ["4000002760003184", CHALLENGED],
  ["4000003800000446", CHALLENGED],
  ["4000008260003178", 103_051],
  ["4000008400001629", 103_006],
  ["4000008400001280", 103_104],
]);

/**
 * Adds the header `Sandbox-Warning` (docs/design/decisions.md#sandbox-cards) where the card promises another outcome.
 */
export function warnOfFamiliarCard(
  answer: Answer,
  { amount, payment_method_data: method }: DirectPaymentRequest,
): Answer {
  const meant = method.type === "card" ? AMOUNT_OF_CARD.get(method.card.number) : undefined;
  if (meant === undefined || meant === amount) return answer;
  const warning = `In Sandbox the amount decides and the card does not. For the outcome that this card has elsewhere send the amount ${meant}.`;
  return { ...answer, headers: { ...answer.headers, "Sandbox-Warning": warning } };
}
