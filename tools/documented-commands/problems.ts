import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseCommand } from "../../services/command-line/src/arguments.ts";
import { CliError } from "../../services/command-line/src/cli-error.ts";
import { isGroup } from "../../services/command-line/src/help.ts";
import { commandOf } from "../../services/command-line/src/run-cli.ts";
import { blocksOf, commandsOf, mentionsOf } from "./commands.ts";
import { kubectlProblems } from "./kubectl.ts";

const ROOT = join(import.meta.dirname, "../..");
const MAKEFILE = readFileSync(join(ROOT, "Makefile"), "utf8");
const TARGETS = new Set(
  [...MAKEFILE.matchAll(/^(?<target>[a-z][a-z-]*):/gm)].map(({ groups }) => groups?.["target"]),
);
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
);
const FOLDERS = new Set(
  readdirSync(ROOT, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : [])),
);
/** What stands for something else, is there after an install alone, or is a Deployment of the chart. */
const NOT_OF_THE_TREE = /[$…]|^deploy\/pay-|^node_modules\/|^dist\/|^\.(data|secrets)\//;

/** What of a page's commands nobody could run, a line each: flags and commands of the tool, targets, scripts, files. */
export function problemsOf(name: string, page: string): string[] {
  const inBlocks = blocksOf(page)
    .flatMap(commandsOf)
    .flatMap(({ line, words }) => problemsIn(words).map((problem) => `${name}:${line}: ${problem}`));
  const inSentences = mentionsOf(page).flatMap(({ line, words }) =>
    mentioned(words).map((problem) => `${name}:${line}: ${problem}`),
  );
  return [...inBlocks, ...inSentences];
}

function problemsIn(all: readonly string[]): string[] {
  // `DATABASE_URL=… make backup`
  const words = all.slice(all.findIndex((word) => !/^[A-Z_]+=/.test(word)));
  const [program = "", ...rest] = words;
  const files = [...words.flatMap(missingFile), ...(program === "kubectl" ? kubectlProblems(words) : [])];
  if (program === "make") return [...rest.flatMap(makeProblem), ...files];
  if (program === "npm") return [...npmProblems(rest), ...files];
  const at = words.indexOf("flowlix");
  // In a container: `docker compose exec api-gateway flowlix merchant list`.
  if (at === 0 || ["api-gateway", "--"].includes(words[at - 1] ?? ""))
    return [...flowlixProblems(words.slice(at + 1)), ...files];
  return files;
}

function mentioned([program, ...rest]: readonly string[]): string[] {
  if (program === "make") return rest.flatMap(makeProblem);
  if (program === "kubectl") return kubectlProblems([program, ...rest]);
  const [group = "", name] = rest;
  if (!/^[a-z]+$/.test(group) || (name !== undefined && !/^[a-z-]+$/.test(name))) return [];
  const known = name === undefined ? isGroup(group) : commandOf(group, name) !== undefined;
  return known ? [] : [`flowlix has no command ${group} ${name ?? ""}`.trim()];
}

/** A target, or a setting that the Makefile says something of; `start*` and `…-check` mean several. */
function makeProblem(word: string): string[] {
  const setting = /^(?<name>[A-Z_]+)=/.exec(word)?.groups?.["name"];
  if (setting !== undefined)
    return new RegExp(`\\b${setting}\\b`).test(MAKEFILE) ? [] : [`make knows no setting ${setting}`];
  if (!/^[a-z][a-z-]*$/.test(word)) return [];
  return TARGETS.has(word) ? [] : [`make has no target ${word}`];
}

function npmProblems(words: readonly string[]): string[] {
  const [command, script = "", ...rest] = words.filter((word) => !/^-[-a-z]+$/.test(word) && word !== "--");
  if (command !== "run") return [];
  if (scripts[script] === undefined) return [`package.json has no script ${script}`];
  const dashes = words.indexOf("--");
  return script === "flowlix" ? flowlixProblems(dashes === -1 ? rest : words.slice(dashes + 1)) : [];
}

/** As the tool itself reads them; nothing is run. */
function flowlixProblems(words: readonly string[]): string[] {
  const [group, name] = words;
  if (group === undefined || ["help", "--help", "--version"].includes(group)) return [];
  const command = commandOf(group, name);
  if (command === undefined) return [`flowlix has no command ${group} ${name ?? ""}`.trim()];
  try {
    parseCommand(command, words.slice(command.name === "" ? 1 : 2));
    return [];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [`flowlix ${group} ${name ?? ""}: ${error.message}`];
  }
}

function missingFile(word: string): string[] {
  const [folder = "", below] = word.replace(/^\.\//, "").split("/", 2);
  if (below === undefined || !FOLDERS.has(folder) || NOT_OF_THE_TREE.test(word)) return [];
  const there = word.includes("*") ? globSync(word, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, word));
  return there ? [] : [`${word} does not exist`];
}
