import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { guardedFolder, startReceiver, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const MODULES = join(ROOT, "node_modules");

/** The oldest of a line of Node, such as 22, that a package takes; infinity where it takes none. */
function oldestMinor(manifest: string, line: number): number {
  const { engines }: { engines?: { node?: string } } = JSON.parse(readFileSync(manifest, "utf8"));
  const ranges = (engines?.node ?? ">=0").matchAll(/(\^|>=)\s*(\d+)(?:\.(\d+))?/g);
  const minors = [...ranges].flatMap(([, sign, major, minor = "0"]) => {
    if (Number(major) === line) return [Number(minor)];
    return sign === ">=" && Number(major) < line ? [0] : [];
  });
  return Math.min(...minors);
}

const USER = `
import { Flowlix, isFlowlixError, verifyWebhook, type Event, type Payment } from "@flowlix/client";

const client = new Flowlix();
export const states: Payment["status"][] = [];
for await (const payment of client.payments.each({ status: ["SUCCEEDED"], created: { gte: 1 } }))
  states.push(payment.status);
export const told = (event: Event): string =>
  event.type === "payment.succeeded" ? event.data.payment.id : event.type;
try {
  verifyWebhook({ body: "{}", headers: {}, secret: "whsec_AAAA" });
} catch (error) {
  if (isFlowlixError(error) && error.code === "webhook_headers_missing") states.push("FAILED");
}
console.log(JSON.stringify(states));
`;

describe("the package of the TypeScript client", function () {
  this.timeout(120_000);
  let folder: GuardedFolder;
  before(() => (folder = guardedFolder("client-package")));
  after(() => folder.remove());

  it("is packed, installed into a project that has nothing else, compiles there and runs", async () => {
    const dist = join(folder.path, "dist");
    await run(process.execPath, [join(ROOT, "clients/typescript/build.ts"), dist]);
    const project = join(folder.path, "project");
    mkdirSync(project);
    const env = { ...process.env, npm_config_cache: join(folder.path, "npm"), npm_config_offline: "true" };
    const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder.path, dist], { env });
    const [packed]: [{ filename: string; files: { path: string }[] }] = JSON.parse(stdout);
    const names = packed.files.map(({ path }) => path);
    expect(names).to.include.members([
      "README.md",
      "LICENSE",
      "package.json",
      "lib/index.js",
      "lib/index.d.ts",
    ]);
    expect(names.filter((name) => /\btest\b|[^d]\.ts$/.test(name))).to.deep.equal([]);

    writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
    await run("npm", ["install", "--no-audit", "--no-fund", join(folder.path, packed.filename)], {
      cwd: project,
      env,
    });
    writeFileSync(join(project, "user.ts"), USER);
    const types = { types: ["node"], typeRoots: [join(MODULES, "@types")] };
    const compilerOptions = { module: "NodeNext", target: "ES2022", strict: true, ...types };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["user.ts"] }));
    await run(process.execPath, [join(MODULES, "typescript/bin/tsc"), "-p", project]);

    const payments = { data: [{ id: "pay_1", status: "SUCCEEDED" }], has_more: false };
    const platform = await startReceiver(() => ({ status: 200, body: JSON.stringify(payments) }));
    try {
      const settings = { FLOWLIX_URL: platform.url, FLOWLIX_KEY: "api_test_sk_of_a_test" };
      const said = await run(process.execPath, ["user.js"], { cwd: project, env: { ...env, ...settings } });
      expect(JSON.parse(said.stdout)).to.deep.equal(["SUCCEEDED", "FAILED"]);
      expect(platform.requests[0]?.path).to.equal("/v1/payments?status=SUCCEEDED&created%5Bgte%5D=1");
    } finally {
      await platform.close();
    }
  });

  it("is made by make clients-packages, which leaves the wheel out by name where there is no Python", async () => {
    const out = join(folder.path, "made");
    const env = { ...process.env, PYTHON: join(folder.path, "no-python"), npm_config_offline: "true" };
    const { stdout, stderr } = await run(join(ROOT, "tools/clients/packages"), [out], { env });
    const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const files = ["flowlix-client-0.1.0.tgz", `flowlix-${version}.tgz`];
    expect(stdout).to.equal(files.map((file) => `${join(out, file)}\n`).join(""));
    expect(stderr).to.contain("the package for Python is not made");
  });

  it("the command line's is installed into an empty folder from its one file, and runs there", async () => {
    const out = join(folder.path, "made");
    const [file] = globSync("flowlix-[0-9]*.tgz", { cwd: out });
    const empty = join(folder.path, "empty");
    mkdirSync(empty);
    const env = { ...process.env, npm_config_cache: join(folder.path, "none"), npm_config_offline: "true" };
    await run("npm", ["install", "--no-audit", "--no-fund", join(out, file ?? "")], { cwd: empty, env });
    const program = join(empty, "node_modules/.bin/flowlix");
    const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect((await run(process.execPath, [program, "--version"], { cwd: empty })).stdout).to.equal(
      `${version}\n`,
    );
    const platform = await startReceiver(() => ({ status: 200, body: '{"data":[],"has_more":false}' }));
    try {
      const settings = { FLOWLIX_URL: platform.url, FLOWLIX_KEY: "api_test_sk_of_a_test", HOME: empty };
      await run(process.execPath, [program, "payments", "list"], {
        cwd: empty,
        env: { ...env, ...settings },
      });
      expect(platform.requests.map(({ path }) => path)).to.have.length(1);
    } finally {
      await platform.close();
    }
  });

  it("the command line's asks for the oldest Node of each line that all in it takes, and its pages name them", () => {
    const installed = join(folder.path, "empty/node_modules/flowlix");
    const inside = globSync("node_modules/**/package.json", { cwd: installed });
    const oldest = (line: number): number => {
      const own = oldestMinor(join(installed, "package.json"), line);
      const all = inside.map((path) => oldestMinor(join(installed, path), line));
      expect(own, `of Node ${line}`).to.equal(Math.max(...all));
      return own;
    };
    const words = `Node.js 20 from 20.${oldest(20)} on, 22 from 22.${oldest(22)} on, or 23.${oldest(23)} or newer`;
    expect(oldest(24)).to.equal(0);
    for (const page of ["clients/command-line/README.md", "docs/site/tools.md"])
      expect(readFileSync(join(ROOT, page), "utf8").replaceAll(/\s+/g, " "), page).to.contain(words);
  });

  describe("the command line, asked by a Node", () => {
    let own: string;
    before(() => {
      own = join(folder.path, "asked");
      cpSync(join(folder.path, "empty/node_modules/flowlix"), own, { recursive: true });
    });

    /** What a Node says that calls itself of this version. */
    async function saidBy(version: string, main: string) {
      writeFileSync(join(own, "dist/main.js"), main);
      const versions = `{ versions: { value: { node: ${JSON.stringify(version)} } } }`;
      const as = `globalThis.process = Object.create(process, ${versions});`;
      const argv = [
        "--import",
        `data:text/javascript,${encodeURIComponent(as)}`,
        join(own, "bin/flowlix.mjs"),
      ];
      const ended: unknown = await run(process.execPath, argv).catch((error: unknown) => error);
      return { stdout: "", stderr: "", code: 0, ...Object(ended) };
    }

    for (const version of ["18.20.8", "20.16.9", "21.7.3", "22.12.0", "23.4.0"])
      it(`that is too old or lies between two lines, says so in one line: ${version}`, async () => {
        const { stdout, stderr, code } = await saidBy(
          version,
          'export const main = () => console.log("ran");',
        );
        const wanted = "20.17 or a newer 20, 22.13 or a newer 22, 23.5 or newer";
        expect(stderr).to.equal(`flowlix: Node.js ${version} is too old; it needs ${wanted}\n`);
        expect([stdout, code]).to.deep.equal(["", 2]);
      });

    for (const version of ["20.17.0", "20.20.2", "22.13.0", "23.5.0", "24.0.0", "26.0.0-nightly"])
      it(`that it takes, runs: ${version}`, async () => {
        const said = await saidBy(version, 'export const main = () => console.log("ran");');
        expect(said).to.include({ stdout: "ran\n", stderr: "", code: 0 });
      });

    it("that it takes, keeps the stack of a fault", async () => {
      const { stderr, code } = await saidBy("24.0.0", 'import { whatNoNodeHas } from "node:util";');
      expect(stderr).to.contain("SyntaxError").and.contain("    at ");
      expect(code).to.equal(1);
    });
  });

  for (const sources of ["clients/typescript", "clients/command-line"])
    it(`is refused by npm pack among the sources of ${sources}, with the command that makes it`, async () => {
      const options = { cwd: join(ROOT, sources), env: { ...process.env, npm_config_offline: "true" } };
      const packed = await run("npm", ["pack", "--dry-run"], options).catch((error: unknown) =>
        String(error),
      );
      expect(packed).to.contain("make clients-packages");
    });
});
