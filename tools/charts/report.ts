import { exitCodeOf, unknownWords } from "../outcome.ts";
import { MissingTool } from "./tools.ts";

export interface Check {
  readonly title: string;
  readonly run: () => void | Promise<void>;
}

export const check = (title: string, run: Check["run"]): Check => ({ title, run });

/**
 * Those whose title has one of the words; all where there are none. A word that is in no title is a check that fails.
 */
export function chosenBy(words: readonly string[], checks: readonly Check[]): Check[] {
  const titles = checks.map(({ title }) => title);
  const unknown = unknownWords(words, titles).map((problem) =>
    check("CHECKS names what there is", () => Promise.reject(new Error(problem))),
  );
  const chosen = checks.filter(
    ({ title }) => words.length === 0 || words.some((word) => title.includes(word)),
  );
  return [...chosen, ...unknown];
}

/**
 * One line a check, then what was skipped and the tool that was missing, then the count. Answers the exit code. Checks
 * run one by one, those of several lists at the same time.
 */
export async function report(...lists: readonly (readonly Check[])[]): Promise<number> {
  let passed = 0;
  let failed = 0;
  const skipped: string[] = [];
  const runOne = async ({ title, run }: Check): Promise<void> => {
    try {
      await run();
      passed += 1;
      write(`  ok       ${title}`);
    } catch (error) {
      if (error instanceof MissingTool) {
        skipped.push(`${title}: no ${error.tool}`);
        write(`  skipped  ${title} (no ${error.tool})`);
        return;
      }
      failed += 1;
      write(`  FAILED   ${title}`);
      write((error instanceof Error ? error.message : String(error)).replace(/^/gm, "    "));
    }
  };
  await Promise.all(
    lists.map(async (checks) => {
      for (const one of checks) await runOne(one);
    }),
  );
  if (skipped.length > 0) write(`\nSkipped:\n${skipped.map((line) => `  ${line}`).join("\n")}`);
  write(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  return exitCodeOf({ passed, failed, skipped: skipped.length });
}

export function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
