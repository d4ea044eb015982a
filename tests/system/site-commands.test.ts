import { execFile, execFileSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { blocksOf } from "../../tools/documented-commands/commands.ts";
import { environment, pythonWith, ROOT } from "./clients/python-environment.ts";

const run = promisify(execFile);
const SITE = fileURLToPath(new URL("../../docs/site/", import.meta.url));

/** What a block of a page comes to: what is run behind it in the same shell, and what that prints. */
interface Run {
  readonly next: string;
  readonly prints: RegExp;
  readonly needsPython?: true;
}

/** A target of make, what it begins, and which test runs that, under what name. */
interface Target {
  readonly target: string;
  readonly begins: string;
  readonly test: string;
  readonly names: string;
}

/** Blocks that a shell runs to their end, by page and first line. */
const RUNS: Readonly<Record<string, Run>> = {
  "clients.md: make -C ../flowlix clients-packages": {
    next: `node --input-type=module --eval 'console.log(typeof (await import("@flowlix/client")).Flowlix)'`,
    prints: /\nfunction\n$/,
  },
  "clients.md: python3 -m venv .venv": {
    next: ".venv/bin/python -c 'import flowlix; print(flowlix.__file__)'",
    prints: /\/\.venv\/lib\/[^/]+\/site-packages\/flowlix\/__init__\.py\n$/,
    needsPython: true,
  },
  "index.md: export FLOWLIX_URL=http://127.0.0.1:3000   # serves these pages": {
    next: `node --print 'process.env.FLOWLIX_URL + " " + process.env.FLOWLIX_KEY'`,
    prints: /^http:\/\/127\.0\.0\.1:3000 api_test_sk_YOUR_KEY\n$/,
  },
  "tools.md: make -C ../flowlix clients-packages": {
    next: "npx flowlix completion fish",
    prints: /\n\d+\.\d+\.\d+(?:-dev)?\n[^]*complete -c flowlix/,
  },
};

/**
 * Blocks that no test runs as they stand, each with the reason: they go on until they are stopped, on ports that others
 * on the machine may have. Their targets begin these programs, which the tests that are named run on ports of their
 * own.
 */
const GO_ON: Readonly<Record<string, readonly Target[]>> = {
  "clients.md: make start         # in one terminal": [
    { target: "start", begins: "npm start", test: "standalone", names: "startStandalone" },
    {
      target: "shop-hosted",
      begins: "clients/shops/hosted-page/src/main.ts",
      test: "clients/shop-hosted-page",
      names: "clients/shops/hosted-page/src/main.ts",
    },
  ],
  "clients.md: make shop-direct   # beside make start, with FLOWLIX_URL and FLOWLIX_KEY": [
    {
      target: "shop-direct",
      begins: "clients/shops/direct/start",
      test: "clients/shop-direct",
      names: "clients/shops/direct/start",
    },
  ],
};

const BLOCKS = globSync("{*,parts/*}.md", { cwd: SITE }).flatMap((page) =>
  blocksOf(readFileSync(join(SITE, page), "utf8")).map(({ text }) => ({
    name: `${page}: ${text.split("\n", 1)[0] ?? ""}`,
    text,
  })),
);

describe("the commands of the pages for merchants' developers", function () {
  this.timeout(240_000);
  let folder: GuardedFolder;
  before(
    "lay a clone of the platform's repository, in which nothing was made yet, beside a shop's folder",
    () => {
      folder = guardedFolder("site-commands");
      const flowlix = join(folder.path, "flowlix");
      mkdirSync(flowlix);
      for (const name of readdirSync(ROOT))
        if (name !== "dist") symlinkSync(join(ROOT, name), join(flowlix, name));
    },
  );
  after(() => folder.remove());

  /** Of what is installed nothing comes from a registry. */
  const offline = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...process.env,
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
    HOME: folder.path,
    npm_config_cache: join(folder.path, "npm"),
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    ...more,
  });

  it("are all known here: each is run, or is on the list of those that go on, with who runs what they begin", () => {
    expect(BLOCKS.map(({ name }) => name)).to.have.members([...Object.keys(RUNS), ...Object.keys(GO_ON)]);
  });

  for (const [index, { name, text }] of BLOCKS.entries()) {
    const known = RUNS[name];
    if (known === undefined) continue;
    it(`${name} leads to what its page says`, async function () {
      const env =
        known.needsPython === true
          ? besidePackagesOf(pythonWith("tests"))
          : offline({ PYTHON: "/nowhere/python" });
      if (env === undefined) skipBecause(this, "there is no Python with pip and its packages");
      const cwd = join(folder.path, `shop-${index}`);
      mkdirSync(cwd);
      rmSync(join(folder.path, "flowlix/dist"), { recursive: true, force: true });
      const { stdout } = await run("sh", ["-ec", `${text}\n${known.next}`], { cwd, env });
      expect(stdout).to.match(known.prints);
    });
  }

  /** A new environment takes httpx, and what builds the package, from one that is there. */
  function besidePackagesOf(python: string | undefined): NodeJS.ProcessEnv | undefined {
    if (python === undefined) return undefined;
    const where = 'import sysconfig; print(sysconfig.get_path("purelib"))';
    const packages = execFileSync(python, ["-c", where], { encoding: "utf8" }).trim();
    const pip = { PIP_NO_INDEX: "1", PIP_NO_BUILD_ISOLATION: "0", PIP_NO_CACHE_DIR: "1" };
    return offline({ ...environment(pip), PYTHONPATH: packages });
  }

  for (const { target, begins, test, names } of Object.values(GO_ON).flat())
    it(`make ${target} begins ${begins}, which ${test} runs`, () => {
      expect(execFileSync("make", ["-n", target], { cwd: ROOT, encoding: "utf8" })).to.contain(begins);
      expect(readFileSync(join(ROOT, `tests/system/${test}.test.ts`), "utf8")).to.contain(names);
    });
});
