import { basename, join } from "node:path";
import { format, resolveConfig } from "prettier";
import { ROOT } from "../../observability/outputs.ts";
import type { Outcome } from "./drill.ts";
import { FACTOR, SCRAPE_S } from "./quickened.ts";

const listed = (names: readonly string[]): string => (names.length === 0 ? "nobody" : names.join(", "));
const HEAD = [
  "Fault",
  "Pages",
  "Tickets",
  "Held back",
  "First page",
  "Runbook",
  "What it says, and healed it",
  "Verdict",
];

/** What a drill came to, for people: a page of `docs`. */
export async function markdownOf(outcomes: readonly Outcome[]): Promise<string> {
  const rows = outcomes.map(({ fault, pages, tickets, heldBack, runbooks, firstPageS, problems }) => [
    fault.title,
    listed(pages),
    listed(tickets),
    heldBack.join(", "),
    firstPageS === null ? "" : `${firstPageS.toFixed(0)} s`,
    runbooks.map((path) => `[${basename(path, ".md")}](${path.replace(/^docs\//, "")})`).join(", "),
    fault.advice ?? "",
    problems.length === 0 ? "as it should be" : problems.join("; "),
  ]);
  const text = [
    "# What wakes whom",
    "",
    `Written by \`make alerts-drill\` ([how](../tools/alerts-drill/README.md)) on ${new Date().toISOString().slice(0, 10)}: what Alertmanager reported of each fault, what it held back because it followed from that, and whether all was quiet once the fault was healed as a runbook of it says.`,
    `Ranges and waits of rules and of Alertmanager were divided by ${FACTOR}, and processes scraped every ${SCRAPE_S} s; the platform kept its own pace.`,
    "",
    ...[HEAD, HEAD.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");
  const filepath = join(ROOT, "docs/alerts-drill.md");
  return await format(text, { ...(await resolveConfig(filepath)), filepath });
}
