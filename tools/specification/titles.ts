import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import Mocha from "mocha";
import { SUITES } from "../test/suites.ts";

/** A test that proves a rule, or a suite all of whose tests do. */
export interface Proof {
  readonly id: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
  /** The same for all rows of a table. */
  readonly source: string;
}

/** The ids of rules in a title: `is created once [SVC-1, POST-1]`. */
const IDS = / \[(?<ids>[A-Z][A-Z\d]*-[A-Z\d, -]*\d)\]/g;

/** What the titles of all tests say that they prove. Only files that name a rule are loaded, and no test is run. */
export async function readProofs(root: string): Promise<Proof[]> {
  const mocha = new Mocha({ ui: "bdd" });
  for (const file of globSync([...SUITES], { cwd: root }).toSorted())
    if (readFileSync(join(root, file), "utf8").search(IDS) >= 0) mocha.addFile(join(root, file));
  await mocha.loadFilesAsync();
  return proofsBelow(mocha.suite).map(({ file, ...proof }) => ({ ...proof, file: relative(root, file) }));
}

const proofsBelow = ({ tests, suites }: Mocha.Suite): Proof[] => [
  ...tests.flatMap((test) => proofsOf(test, test.body)),
  ...suites
    .filter((suite) => suite.total() > 0)
    .flatMap((suite) => [...proofsOf(suite, suite.title), ...proofsBelow(suite)]),
];

function proofsOf({ title, file = "" }: Mocha.Test | Mocha.Suite, source: string): Proof[] {
  const ids = [...title.matchAll(IDS)].flatMap(({ groups }) => groups?.["ids"]?.split(", ") ?? []);
  return ids.map((id) => ({ id, file, title: title.replaceAll(IDS, ""), source }));
}
