import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { guardedFolder, startReceiver, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const MODULES = join(ROOT, "node_modules");

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

  it("the command line's asks for the oldest Node 22 that all in it takes, and its pages name that", () => {
    const installed = join(folder.path, "empty/node_modules/flowlix");
    const oldest = (path: string): number => {
      const { engines }: { engines?: { node?: string } } = JSON.parse(readFileSync(path, "utf8"));
      return Number(/(?:\^|>=)22\.(?<minor>\d+)/.exec(engines?.node ?? "")?.groups?.["minor"] ?? 0);
    };
    const inside = globSync("node_modules/**/package.json", { cwd: installed });
    const own = oldest(join(installed, "package.json"));
    expect(own).to.equal(Math.max(...inside.map((path) => oldest(join(installed, path)))));
    for (const page of ["clients/command-line/README.md", "docs/site/tools.md"])
      expect(readFileSync(join(ROOT, page), "utf8"), page).to.contain(`Node.js 22.${own} or newer`);
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
