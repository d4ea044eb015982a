import { isAlert, type RuleGroup } from "./rule.ts";

const HEAD = `# Runbooks

Written by \`make observability\` from the alert rules in \`observability\`. Each alert has a page of
its own, written by hand.

A \`page\` wakes somebody: merchants are not served, or money is not where it should be. A \`ticket\` is
looked at on the next working day. \`none\` tells nobody: it holds others back.

A page's commands stand at its end as each form of an installation runs them; \`make observability\`
writes them from its text. What ends with \`…\` is an id to be filled in.

| Alert | Severity | Says |
|-|-|-|
`;

/** The list of all alerts with their runbooks. */
export function runbooksPage(groups: readonly RuleGroup[]): string {
  const alerts = groups.flatMap(({ rules }) => rules.filter(isAlert));
  const rows = alerts
    .toSorted((one, other) => one.alert.localeCompare(other.alert))
    .map(({ alert, severity, summary }) => `| [${alert}](${alert}.md) | ${severity} | ${plain(summary)} |`);
  return `${HEAD}${rows.join("\n")}\n`;
}

const plain = (summary: string): string =>
  summary.replaceAll(/\{\{ \$labels\.([a-z_]+) \}\}/g, "<$1>").replaceAll(/<([a-z_]+)>/g, "`$1`");
