import { CARD_RULES } from "../card-rules.ts";
import { markup, type Markup } from "../markup.ts";
import { formatMoney } from "../money.ts";
import type { PageData } from "../page-data.ts";
import { TEST_AMOUNTS, TEST_CARDS } from "../sandbox-offers.ts";
import { fill } from "../texts/index.ts";
import type { Visit } from "../visit.ts";

/** Of a Sandbox Payment's page: that no money moves; at a form also what can be tried out, in a fold. */
export function testMode({ texts, language }: Visit, data: PageData, atForm: boolean): Markup {
  const { testMode: said, test } = texts;
  if (!atForm) return markup`<p class="test-mode">${said}</p>`;
  const { currency } = data.state.payment;
  const cards = TEST_CARDS.map(
    ({ brand, number, cvc }) =>
      markup`<li><span>${CARD_RULES[brand].label}</span> <code data-number="${number}" data-cvc="${cvc}">${grouped(number, CARD_RULES[brand].groups)}</code></li>`,
  );
  const amounts = TEST_AMOUNTS.map(
    ({ amount, say }) =>
      markup`<li><strong>${formatMoney(amount, currency, language)}</strong> <span>${say(texts)}</span></li>`,
  );
  return markup`<details class="test-mode">
<summary>${said} <span class="offer">${test.offer}</span></summary>
<div class="offers">
<div><h2>${test.cards}</h2><p>${test.anyCard}</p><ul>${cards}</ul></div>
<div><h2>${test.amounts}</h2><p>${fill(test.amountDecides, { merchant: data.brand.name })}</p><ul>${amounts}<li><strong>${test.anyOther}</strong> <span>${texts.succeeded.title}</span></li></ul></div>
</div>
</details>`;
}

/** As the digits stand on the card; the last group takes the rest. */
function grouped(digits: string, groups: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const length of groups) {
    if (at < digits.length) parts.push(digits.slice(at, at + length));
    at += length;
  }
  return parts.join(" ");
}
