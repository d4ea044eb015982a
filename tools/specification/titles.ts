import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import Mocha from "mocha";

/** The full titles of the tests of each file; files that do not exist have none. Nothing is run. */
export async function titlesOf(
  root: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const mocha = new Mocha({ ui: "bdd" });
  for (const file of files) if (existsSync(join(root, file))) mocha.addFile(join(root, file));
  await mocha.loadFilesAsync();
  const titles = new Map<string, string[]>();
  collect(mocha.suite, (test) => {
    const file = relative(root, test.file ?? "");
    titles.set(file, [...(titles.get(file) ?? []), test.fullTitle()]);
  });
  return titles;
}

function collect(suite: Mocha.Suite, tell: (test: Mocha.Test) => void): void {
  for (const test of suite.tests) tell(test);
  for (const inner of suite.suites) collect(inner, tell);
}
