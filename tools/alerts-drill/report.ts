import type { Outcome } from "./drill.ts";
import { FACTOR, SCRAPE_S } from "./quickened.ts";

const listed = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));

/** What a drill came to, for people. */
export function markdownOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ fault, pages, tickets, heldBack, runbooks, firstPageS, problems }) =>
    [
      fault.title,
      listed(pages),
      listed(tickets),
      listed(heldBack),
      firstPageS === null ? "" : `${firstPageS.toFixed(0)} s`,
      runbooks.map((path) => path.replace(/^.*\//, "")).join(", "),
      problems.length === 0 ? "as it should be" : problems.join("; "),
    ].join(" | "),
  );
  return [
    "# What wakes whom",
    "",
    `Windows and waits of rules and of Alertmanager divided by ${FACTOR}, scraped every ${SCRAPE_S} s.`,
    "",
    "| Fault | Pages | Tickets | Fired and held back | First page after | Runbooks | Verdict |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
    "",
  ].join("\n");
}
