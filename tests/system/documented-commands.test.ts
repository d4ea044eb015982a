import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { blocksOf, commandsOf } from "../../tools/documented-commands/commands.ts";
import { PAGES } from "../../tools/documented-commands/pages.ts";
import { problemsOf } from "../../tools/documented-commands/problems.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const pageOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const inBlock = (...lines: readonly string[]): string => ["```sh", ...lines, "```"].join("\n");

describe("Commands of the documents", () => {
  for (const name of PAGES) {
    it(`${name}: name commands, flags, targets and files that there are`, () => {
      expect(problemsOf(name, pageOf(name))).to.deep.equal([]);
    });

    it(`${name}: can be read by a shell`, () => {
      for (const { line, text } of blocksOf(pageOf(name))) {
        const { status, stderr } = spawnSync("sh", ["-n"], { input: text, encoding: "utf8" });
        expect([status, stderr], `${name}:${line}`).to.deep.equal([0, ""]);
      }
    });
  }

  it("are split as a shell splits them, without comments", () => {
    const text = `A=$(npm run -s x -- 'a b' "c")  # never\nmake one \\\n  TWO=3 | sed 's/#//' && node t.mjs > out`;
    expect(commandsOf({ line: 5, text })).to.deep.equal([
      { line: 5, words: ["A=$"] },
      { line: 5, words: ["npm", "run", "-s", "x", "--", "a b", "c"] },
      { line: 6, words: ["make", "one", "TWO=3"] },
      { line: 7, words: ["sed", "s/#//"] },
      { line: 7, words: ["node", "t.mjs"] },
    ]);
  });

  const wrong: Readonly<Record<string, readonly [string, string]>> = {
    "a command that the tool does not have": [
      inBlock("npm run -s flowlix -- merchant burn"),
      "page:2: flowlix has no command merchant burn",
    ],
    "a flag that its command does not take": [
      inBlock("", "docker compose exec api-gateway flowlix open list --until 15m"),
      "page:3: flowlix open list: Unknown option '--until'",
    ],
    "what a command needs and is not given": [
      inBlock("npm run -s flowlix -- webhook show"),
      "page:2: flowlix webhook show: ID is required",
    ],
    "a target that make does not have": [inBlock("make tea"), "page:2: make has no target tea"],
    "a setting that no target takes": [inBlock("make load SUGAR=2"), "page:2: make knows no setting SUGAR"],
    "a script that npm does not have": [
      inBlock("npm run -s brew"),
      "page:2: package.json has no script brew",
    ],
    "a file that is not there": [inBlock("node docs/gone.mjs"), "page:2: docs/gone.mjs does not exist"],
    "a setting after one of the environment that no target takes": [
      inBlock("DATA_DIR=/srv make restore SUGAR=/mnt"),
      "page:2: make knows no setting SUGAR",
    ],
    "a namespace that no manifest has": [
      inBlock("kubectl get -n postgres backup"),
      "page:2: k8s has no namespace postgres",
    ],
    "a database that no manifest has": [
      inBlock("kubectl wait -n postgresql cluster/payments-db-restored --for=condition=Ready"),
      "page:2: k8s has no payments-db-restored",
    ],
    "a service that the chart does not have": [
      "`kubectl exec deploy/pay-payments-platform-gateway -- flowlix open list`",
      "page:1: the chart has no service gateway",
    ],
    "a target in a sentence": ["Run `make tea` first.", "page:1: make has no target tea"],
    "a command in a sentence": [
      "See `flowlix merchant burn`.",
      "page:1: flowlix has no command merchant burn",
    ],
  };
  for (const [what, [page, problem]] of Object.entries(wrong))
    it(`are refused with ${what}`, () => {
      expect(problemsOf("page", page)).to.deep.equal([problem]);
    });
});
