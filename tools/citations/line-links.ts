import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Links of pages to lines: `[createPayment](../services/payments/src/create/create-payment.ts#L27)` leads to the line
 * that declares `createPayment`. Writes the numbers anew where lines have moved; with `--check` it says which are wrong
 * and writes nothing. Exits 1 for a wrong number and, either way, for a file or a declaration that does not exist.
 */
const LINE_LINK = /\[`?(?<symbol>[^\]`\n]+)`?\]\((?<path>[^\s()#:]+)#L(?<line>\d+)\)/g;
const SYMBOL = /^[A-Za-z_$][\w$]*$/;

/** A link as it was found; `place` is its page and line. */
interface LineLink {
  readonly place: string;
  readonly symbol: string;
  readonly target: string;
  readonly line: number;
}

const writes = !process.argv.includes("--check");
const problems = pages().flatMap(problemsOf);
if (problems.length > 0) {
  process.stdout.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
}

function pages(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "*.md"],
    {
      encoding: "utf8",
    },
  );
  return listed.split("\0").filter((path) => isFile(path));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function problemsOf(page: string): string[] {
  const text = readFileSync(page, "utf8");
  const found: string[] = [];
  let mended = "";
  let end = 0;
  for (const { 0: link, index, groups = {} } of text.matchAll(LINE_LINK)) {
    const { symbol = "", path = "", line = "" } = groups;
    const place = `${page}:${text.slice(0, index).split("\n").length}`;
    const declared = lineOf({ place, symbol, target: join(dirname(page), path), line: Number(line) });
    const isRight = declared === Number(line);
    if (typeof declared === "string") found.push(declared);
    else if (!isRight && !writes)
      found.push(`${place} ${symbol} is declared in line ${declared}: npm run line-links`);
    mended += text.slice(end, index);
    mended += typeof declared === "string" ? link : link.replace(/#L\d+\)$/, `#L${declared})`);
    end = index + link.length;
  }
  mended += text.slice(end);
  if (writes && mended !== text) writeFileSync(page, mended);
  return found;
}

/** The line that the link has to name; why there is none. Of several declarations the nearest to the number. */
function lineOf({ place, symbol, target, line }: LineLink): number | string {
  if (!SYMBOL.test(symbol)) return `${place} "${symbol}" names no symbol of ${target}`;
  if (!isFile(target)) return `${place} links to ${target}, which does not exist`;
  const lines = declarationsOf(symbol, readFileSync(target, "utf8").split("\n"));
  const [first] = lines;
  if (first === undefined) return `${place} links to ${symbol}, which ${target} does not declare`;
  return lines.reduce((best, one) => (Math.abs(one - line) < Math.abs(best - line) ? one : best), first);
}

/** Numbers of the lines that declare it: by a keyword; without such a line as a member, which a call is not. */
function declarationsOf(symbol: string, lines: readonly string[]): number[] {
  const name = symbol.replaceAll("$", String.raw`\$`);
  const declared = new RegExp(
    String.raw`^\s*(?:export )?(?:default )?(?:async )?(?:function|const|let|class|interface|type)\*? ${name}(?![\w$])`,
  );
  const member = new RegExp(
    String.raw`^\s+(?:readonly |async |#)*${name}(?:\?|<[^>]*>)?(?::|\([^()]*\)(?:: .+)? \{$|\([^()]*\): )`,
  );
  const numbersOf = (pattern: RegExp) =>
    lines.flatMap((text, index) => (pattern.test(text) ? [index + 1] : []));
  const byKeyword = numbersOf(declared);
  return byKeyword.length > 0 ? byKeyword : numbersOf(member);
}
