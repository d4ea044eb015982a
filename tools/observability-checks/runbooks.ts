import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { isGroup } from "../../services/command-line/src/help.ts";
import { commandOf, runCli } from "../../services/command-line/src/run-cli.ts";
import { ROOT } from "../../observability/outputs.ts";
import { FORMS } from "../../observability/runbook-commands.ts";
import { problemsPasted } from "./inline-commands.ts";
import { problemsWith, type Known } from "./known.ts";

const WRONG_USAGE = 2;

/** Pages with what somebody is to do, by their path. */
export const runbooks = (): ReadonlyMap<string, string> =>
  new Map(
    globSync("docs/runbooks/*.md", { cwd: ROOT })
      .toSorted()
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")] as const),
  );

/** What is wrong with the commands and the questions of a runbook: nothing where they run as pasted. */
export async function problemsOfRunbook(page: string, known: Known): Promise<string[]> {
  const problems: string[] = [];
  for (const line of pasted(page)) {
    const form = FORMS.find(({ prefix }) => line.startsWith(prefix));
    if (form === undefined) problems.push(`"${line}" begins as no form of an installation runs it`);
    else problems.push(...(await refused(line.slice(form.prefix.length))));
  }
  for (const code of inline(page)) {
    problems.push(...unknownCommand(code), ...problemsPasted(code));
    if (isQuestion(code, known))
      problems.push(...problemsWith(code, known).map((one) => `\`${code}\`: ${one}`));
  }
  return problems;
}

const pasted = (page: string): string[] =>
  [...page.matchAll(/^```sh\n([^`]*)\n```$/gm)].flatMap(([, block = ""]) => block.split("\n"));

const inline = (page: string): string[] =>
  [...page.replaceAll(/^```sh\n[^`]*\n```$/gm, "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** By the command line's own parser, which reads arguments before it looks for a platform. */
async function refused(command: string): Promise<string[]> {
  const { exitCode, stderr } = await runCli(wordsOf(command), {});
  return exitCode === WRONG_USAGE ? [`"${command}": ${stderr}`] : [];
}

/** A command of the tool within a sentence, without its arguments: `parked release`. */
function unknownCommand(code: string): string[] {
  const [group = "", name = ""] = code.split(/\s+/);
  const isMentioned = isGroup(group) && /^[a-z]/.test(name);
  return !isMentioned || commandOf(group, name) !== undefined ? [] : [`there is no command ${group} ${name}`];
}

/** A word, or what stands in quotes, as a shell reads them. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");

/** What asks Prometheus: it names a metric, and does more than that. */
function isQuestion(code: string, { catalogue, records }: Known): boolean {
  const names = code.match(/[a-z_:]+/g) ?? [];
  const isNamed = names.some(
    (name) =>
      records.has(name) ||
      catalogue.metrics.some((metric) => metric.name === name.replace(/_(bucket|sum|count)$/, "")),
  );
  return isNamed && /[({]|[<>=]=/.test(code) && !code.includes("…");
}
