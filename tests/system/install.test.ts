import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { compilerModules } from "../../tools/clients/compiler.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const QUIET = "--no-audit --no-fund --loglevel=error";
const TO_RUN = `ci ${QUIET} --workspace=services --workspace=clients`;
const THE_REST = `install ${QUIET} --no-save`;
const ALL = `ci ${QUIET}`;

/** Notes what it is asked for, and leaves a Node as npm does; fails where the file `fails` is beside it. */
const NPM = `#!/bin/sh
echo "$*" >>"$(dirname "$0")/asked"
[ ! -e "$(dirname "$0")/fails" ] || exit 1
mkdir -p node_modules/.bin
printf '#!/bin/sh\\n' >node_modules/.bin/node
chmod +x node_modules/.bin/node
`;

type Step = "run" | "all" | "broken off" | "new lock file";

describe("what make installs", () => {
  const cases: readonly (readonly [title: string, steps: readonly Step[], npm: readonly string[]])[] = [
    ["to start, what running needs and no more", ["run"], [TO_RUN]],
    ["to start again, nothing", ["run", "run"], [TO_RUN]],
    ["for the tests, everything", ["all", "all"], [ALL]],
    ["to start after the tests, nothing", ["all", "run"], [ALL]],
    [
      "for the tests beside what runs, the rest, and empties nothing",
      ["run", "all", "run"],
      [TO_RUN, THE_REST],
    ],
    ["after a rest that was broken off, everything", ["run", "broken off", "all"], [TO_RUN, THE_REST, ALL]],
    ["by a new lock file, what is asked for", ["all", "new lock file", "run"], [ALL, TO_RUN]],
  ];
  for (const [title, steps, npm] of cases)
    it(`${title}: ${steps.join(", ")}`, async () => {
      const folder = guardedFolder("install");
      try {
        expect(askedOf(folder.path, steps)).to.deep.equal(npm);
      } finally {
        await folder.remove();
      }
    });
});

describe("what compiles the clients' packages", () => {
  let tree: GuardedFolder;
  let env: NodeJS.ProcessEnv;
  beforeEach(() => {
    tree = guardedFolder("compiler");
    const bin = join(tree.path, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "npm"),
      `#!/bin/sh\necho "$PWD: $*" >>"${bin}/asked"\nmkdir node_modules && echo >node_modules/.package-lock.json\n`,
      { mode: 0o755 },
    );
    env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
    cpSync(join(ROOT, "package-lock.json"), join(tree.path, "package-lock.json"));
    mkdirSync(join(tree.path, "node_modules"));
  });
  afterEach(() => tree.remove());

  it("is taken from node_modules where that has it", () => {
    for (const name of ["typescript", "@types/node"])
      mkdirSync(join(tree.path, "node_modules", name), { recursive: true });
    expect(compilerModules(tree.path, env)).to.equal(join(tree.path, "node_modules"));
    expect(existsSync(join(tree.path, "bin/asked"))).to.equal(false);
  });

  it("is installed once into a place of its own where only what running needs is there, which stays as it is", () => {
    const own = join(tree.path, ".cache/compiler");
    for (const _ of ["at first", "again"])
      expect(compilerModules(tree.path, env)).to.equal(join(own, "node_modules"));
    expect(readFileSync(join(tree.path, "bin/asked"), "utf8")).to.equal(
      `${own}: ci --include=dev ${QUIET}\n`,
    );
    expect(readdirSync(join(tree.path, "node_modules"))).to.deep.equal([]);
    const packagesOf = (folder: string): Record<string, { version?: string; integrity?: string }> =>
      JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
    const { "": manifest, ...locked } = packagesOf(own);
    expect(manifest).to.have.property("devDependencies");
    expect(locked).to.include.keys("node_modules/typescript", "node_modules/undici-types");
    const all = packagesOf(ROOT);
    for (const [name, entry] of Object.entries(locked)) expect(entry, name).to.deep.equal(all[name]);
  });

  it("is all that make clients-packages installs beside what running needs", () => {
    const asked = spawnSync("make", ["-n", "clients-packages"], { cwd: ROOT, encoding: "utf8" }).stdout;
    expect(asked.split("\n").filter((line) => line.startsWith("tools/install"))).to.deep.equal([
      "tools/install/dependencies run",
    ]);
  });
});

/** Takes the steps in a tree whose npm only notes; answers what npm was asked for. */
function askedOf(tree: string, steps: readonly Step[]): string[] {
  const bin = join(tree, "bin");
  mkdirSync(bin);
  for (const [name, script] of [
    ["npm", NPM],
    // A machine for which no hash of a Node is recorded.
    ["uname", "#!/bin/sh\necho Other machine\n"],
  ] as const) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  cpSync(join(ROOT, "tools/install"), join(tree, "tools/install"), { recursive: true });
  mkdirSync(join(tree, "services/standalone"), { recursive: true });
  cpSync(join(ROOT, "services/standalone/package.json"), join(tree, "services/standalone/package.json"));
  writeFileSync(join(tree, "package-lock.json"), "{}");
  const install = (...args: string[]) =>
    spawnSync(join(tree, "tools/install/dependencies"), args, {
      encoding: "utf8",
      env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}` },
    });
  for (const step of steps) {
    if (step === "new lock file") {
      writeFileSync(join(tree, "package-lock.json"), '{"name":"another"}');
    } else if (step === "broken off") {
      writeFileSync(join(bin, "fails"), "");
      expect(install().status).to.equal(1);
      rmSync(join(bin, "fails"));
    } else {
      const { status, stderr } = install(...(step === "run" ? ["run"] : []));
      expect(status, stderr).to.equal(0);
    }
  }
  expect(existsSync(join(tree, ".cache/install.lock"))).to.equal(false);
  return readFileSync(join(bin, "asked"), "utf8").trim().split("\n");
}
