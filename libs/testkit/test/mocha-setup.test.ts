import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { NATS_URL_VARIABLE, POSTGRES_URL_VARIABLE, SHARED_SERVERS_VARIABLE, waitFor } from "@flowlix/testkit";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const MOCHA = path("../../../node_modules/mocha/bin/mocha.js");
const SETUP = path("../src/mocha-setup.ts");
const ENDLESS = path("./support/endless.ts");
const LEFT_BEHIND = path("./support/left-behind.ts");
const SLOW_TO_LOAD = path("./support/slow-to-load.ts");
const ALSO_SLOW_TO_LOAD = path("./support/also-slow-to-load.ts");
const UNHANDLED = path("./support/unhandled.ts");

/** A runner with servers of its own, and the folder of its Postgres. */
async function startRunner(args: readonly string[]) {
  const env = {
    ...process.env,
    [POSTGRES_URL_VARIABLE]: "",
    [NATS_URL_VARIABLE]: "",
    [SHARED_SERVERS_VARIABLE]: "",
  };
  const runner = spawn(process.execPath, [MOCHA, ...args, ENDLESS], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: runner.stdout })) {
    const folder = /^folder: (.*)$/.exec(line)?.[1];
    if (folder !== undefined) return { runner, folder: dirname(folder) };
  }
  throw new Error("the runner ended before its test began");
}

describe("A bound of a test or a hook", function () {
  this.timeout(20);
  const bounds: number[] = [];
  before(function () {
    bounds.push(this.timeout());
    this.timeout("30ms");
    bounds.push(this.timeout());
  });
  after(function () {
    this.timeout(0);
    expect(this.timeout()).to.equal(0);
  });

  it("is as long as a busy machine may need, whatever they ask for", function () {
    bounds.push(this.timeout());
    expect(bounds).to.deep.equal([300_000, 300_000, 300_000]);
  });
});

describe("A rejection that nobody handles", function () {
  this.timeout(60_000);

  for (const [how, args] of [
    ["in the runner's own process", []],
    ["in a worker", ["--parallel"]],
  ] as const) {
    it(`fails the test that runs, ${how}`, () => {
      const { status, stdout } = spawnSync(
        process.execPath,
        [MOCHA, "--require", SETUP, ...args, UNHANDLED],
        { encoding: "utf8", timeout: 60_000 },
      );
      expect(stdout).to.include("Uncaught Error: nobody hears of it");
      expect(status).to.be.above(0);
    });
  }
});

describe("What a file leaves behind and fails after its tests", function () {
  this.timeout(60_000);

  /** Two processes: the one that has the first file is idle then, or loads its next one. */
  const run = (...files: readonly string[]) =>
    spawnSync(process.execPath, [MOCHA, "--require", SETUP, "--parallel", "--jobs", "2", ...files], {
      encoding: "utf8",
      timeout: 60_000,
    });

  it("is told where there is no next file, and the run ends", () => {
    const { stderr, signal } = run(LEFT_BEHIND, SLOW_TO_LOAD);
    expect(stderr).to.include("after the tests of a file: Error: too late for its test");
    expect(signal, "it ended by itself").to.equal(null);
  });

  it("fails the next file of its process", () => {
    const { stdout, status } = run(LEFT_BEHIND, SLOW_TO_LOAD, ALSO_SLOW_TO_LOAD);
    expect(stdout).to.include(
      "a file that had ended left something behind, which failed: too late for its test",
    );
    expect(status).to.be.above(0);
  });
});

describe("A run's servers", function () {
  this.timeout(60_000);

  for (const [title, args] of [
    ["started by the setup", ["--require", SETUP]],
    ["started by a test file of its own", []],
  ] as const) {
    for (const signal of ["SIGKILL", "SIGINT", "SIGTERM"] as const) {
      it(`${title}, are gone with their data after ${signal}`, async () => {
        const { runner, folder } = await startRunner(args);
        if (!existsSync(folder)) throw new Error("there is no folder to look for");
        runner.kill(signal);
        // The first Ctrl-C lets the running test end, and this one never does.
        if (signal === "SIGINT") runner.kill(signal);
        await waitFor("the end of the server and its data", () => !existsSync(folder), 30_000);
        runner.kill("SIGKILL");
      });
    }
  }
});
