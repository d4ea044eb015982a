import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = new URL("../../", import.meta.url);

describe("the import rules", () => {
  const config = new URL(".oxlintrc.json", ROOT);
  const linter = fileURLToPath(new URL("node_modules/.bin/oxlint", ROOT));
  let tree: string;
  before("make a tree", () => (tree = mkdtempSync(join(tmpdir(), "import-rules-"))));
  after("remove it", () => rmSync(tree, { recursive: true, force: true }));

  /** Whether a file at that path may import this. */
  function mayImport(path: string, name: string): boolean {
    const file = join(tree, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { one } from "${name}";\nexport const two = one;\n`);
    copyFileSync(config, join(tree, ".oxlintrc.json"));
    const { stdout } = spawnSync(linter, [path], { cwd: tree, encoding: "utf8" });
    rmSync(file);
    return !stdout.includes("no-restricted-imports");
  }

  for (const [path, allowed, forbidden] of [
    ["libs/contracts/src/a.ts", ["typebox"], ["@flowlix/runtime", "node:fs", "pg"]],
    ["libs/cards/src/a.ts", ["@flowlix/contracts"], ["@flowlix/runtime", "moleculer", "typeorm"]],
    ["libs/page-links/src/a.ts", ["node:crypto"], ["@flowlix/contracts"]],
    ["libs/runtime/src/a.ts", ["@flowlix/contracts", "moleculer"], ["@flowlix/persistence", "pg"]],
    ["libs/persistence/src/a.ts", ["@flowlix/contracts", "pg"], ["@flowlix/runtime", "nats"]],
    ["libs/provider/src/a.ts", ["@flowlix/cards", "opossum"], ["@flowlix/runtime", "typeorm"]],
    ["libs/ledger/src/a.ts", ["@flowlix/persistence"], ["@flowlix/engine", "@flowlix/payments"]],
    [
      "libs/engine/src/a.ts",
      ["@flowlix/ledger", "@flowlix/provider"],
      ["@flowlix/payments", "@flowlix/testkit"],
    ],
    ["libs/hosted-page/src/a.ts", ["@flowlix/page-links"], ["@flowlix/persistence", "fastify"]],
    ["libs/workbench/src/a.ts", ["@flowlix/hosted-page/page-parts"], ["@flowlix/hosted-page", "fastify"]],
    ["services/a-new-one/src/a.ts", ["@flowlix/engine"], ["@flowlix/payments", "@flowlix/engine/src/a.ts"]],
    ["services/command-line/src/a.ts", ["@flowlix/hosted-page/logo-image"], ["@flowlix/engine", "pg"]],
    [
      "services/standalone/src/a.ts",
      ["@flowlix/payments"],
      ["@flowlix/testkit", "@flowlix/payments/src/a.ts"],
    ],
    [
      "services/payments/src/lifecycle/payment-lifecycle.ts",
      ["@flowlix/engine/lifecycle"],
      ["./other.ts", "@flowlix/engine", "@flowlix/runtime"],
    ],
  ] as const)
    it(`let ${path} import ${allowed.join(" and ")}, and never ${forbidden.join(" nor ")}`, () => {
      expect(allowed.filter((name) => !mayImport(path, name))).to.deep.equal([]);
      expect(forbidden.filter((name) => mayImport(path, name))).to.deep.equal([]);
    });
});

describe("listening for HTTP", () => {
  const LISTENER = "libs/runtime/src/http-listener.ts";
  const sources = globSync("{libs,services}/*/src/**/*.ts", { cwd: ROOT }).filter(
    (path) => !path.startsWith("libs/testkit/"),
  );
  const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

  it("is done in one place, which bounds it: nothing else makes a server, and Fastify is given its own", () => {
    expect(sources).to.include(LISTENER);
    const makers = sources.filter((path) =>
      /import\s*\{[^}]*\bcreateServer\b[^}]*\}\s*from "node:https?"/.test(read(path)),
    );
    expect(makers).to.deep.equal([LISTENER]);
    const fastifies = sources.filter((path) => /\bfastify\(\{/.test(read(path)));
    expect(fastifies).to.have.length.of.at.least(3);
    for (const path of fastifies) expect(read(path), path).to.match(/\bserverFactory\b/);
  });
});
