import { markup, type Markup } from "../markup.ts";
import type { Texts } from "../texts/index.ts";

/** About what three lines hold on a phone; page.css cuts after as many. */
const SHORT_MAX = 120;
const THREE_LINES_ENDED = /(?:\n[^\n]*){3}/;

/**
 * What the merchant wrote. A long one is cut, so that the form stays in sight, and unfolds where the payer
 * asks. The browser itself unfolds it, so a screen reader has the whole text.
 */
export function descriptionOf({ description: words }: Texts, text: string | null): Markup | null {
  if (text === null || text.trim() === "") return null;
  if (text.length <= SHORT_MAX && !THREE_LINES_ENDED.test(text))
    return markup`<p class="description"><bdi>${text}</bdi></p>`;
  return markup`<details class="description">
<summary><bdi class="cut">${text}</bdi> <span class="more">${words.more}</span><span class="less">${words.less}</span></summary>
</details>`;
}
