import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expectNone } from "./expect-none.ts";

/** Every rule that is on by default, and the size of what one has to hit with a finger. */
const OPTIONS = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

/** An element that fades in has a contrast that nobody is left with. What moves for ever is not waited for. */
const AT_REST = `Promise.allSettled(
  document.getAnimations()
    .filter(({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
).then(() => undefined)`;

/** Fails with every element that breaks a rule of accessibility, and the rule (axe; WCAG 2.2 AA and more). */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AT_REST);
  // Through the debugger: what the page's policy lets scripts do does not matter.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(OPTIONS)})`);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}: ${failureSummary ?? ""}`),
  );
  expectNone(`faults of accessibility of ${await page.title()}`, found);
}
