import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { guardedFolder, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { isAlive } from "../../services/standalone/src/processes/alive.ts";
import { launch } from "../../services/standalone/test/support/launched.ts";
import { START_TIMEOUT_MS, startStandalone, untilGone, type Installation } from "./support/installation.ts";
import { handedOut, pay, readPayment } from "./support/pay.ts";

describe("an installation in one process", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  let dataDir: string;
  let running: Installation;

  before(async () => {
    folder = guardedFolder("standalone");
    dataDir = join(folder.path, "data");
    running = await startStandalone({ dataDir });
  });
  after(async () => {
    await running.stop();
    await folder.remove();
  });

  it("prints a curl line that makes another payment each time it is pasted", () => {
    const line = running
      .output()
      .split("\n")
      .map((text) => text.trim())
      .find((text) => text.startsWith("curl "));
    const paste = () => JSON.parse(execFileSync("sh", ["-c", line ?? "false"], { encoding: "utf8" }));
    const [first, second] = [paste(), paste()];
    expect([first.status, second.status]).to.deep.equal(["SUCCEEDED", "SUCCEEDED"]);
    expect(first.id).not.to.equal(second.id);
  });

  it("starts in lines that a person reads, none longer than the one to paste", () => {
    const lines = running.output().split("\n");
    const [paste = ""] = lines.filter((text) => text.trim().startsWith("curl "));
    expect(paste).not.to.equal("");
    const longer = lines.filter((text) => text.length > paste.length);
    expect(longer).to.deep.equal([]);
  });

  it("says in runtime.json what runs, in exactly the promised shape", () => {
    const state = running.runtime();
    expect(Object.keys(state)).to.deep.equal(["public_url", "control_url", "acquirer", "processes"]);
    expect(Object.keys(state.acquirer)).to.deep.equal(["url", "admin_url"]);
    const names = state.processes.map(({ service }) => service);
    expect(names.toSorted()).to.deep.equal(["postgres", "standalone"]);
    for (const one of state.processes) {
      expect(Object.keys(one)).to.deep.equal(["service", "pid", "admin_url"]);
      expect(isAlive(one.pid)).to.equal(true);
    }
    expect(state.processes.find(({ service }) => service === "postgres")?.admin_url).to.equal(null);
  });

  it("keeps every file of its own from other users' eyes", () => {
    const files = readdirSync(dataDir).filter((name) => statSync(join(dataDir, name)).isFile());
    expect(files).to.include.members(["control-token", "demo-key", "runtime.json", "secrets.json"]);
    for (const name of files) expect(statSync(join(dataDir, name)).mode & 0o777, name).to.equal(0o600);
    // Where root starts it, Postgres has a user of its own, whose group may pass through the folder and list nothing.
    const passing = process.getuid?.() === 0 ? 0o010 : 0;
    expect(statSync(dataDir).mode & 0o077).to.equal(passing);
  });

  it("refuses a second start in the same folder with one line, and goes on", async () => {
    const second = launch("standalone", dataDir, {});
    expect(await second.ended).to.equal(1);
    expect(second.errors().trim().split("\n")).to.deep.equal([
      `DATA_DIR: ${dataDir} is in use by process ${running.pid}; stop that one or name another DATA_DIR`,
    ]);
    expect((await pay(running)).status).to.equal(201);
  });

  it("starts Postgres again when it ends unasked", async () => {
    const [pid = 0] = running.pids("postgres");
    process.kill(pid, "SIGKILL");
    await waitFor("another Postgres", () => running.pids("postgres").find((now) => now !== pid));
    await waitFor("payments again", async () => (await pay(running)).status === 201, 60_000);
  });

  it("adopts the Postgres of a start that was killed, with everything in it", async () => {
    const { body } = await pay(running);
    const postgres = running.pids("postgres");
    running.kill("SIGKILL");
    await running.ended;
    const { apiKey } = running;
    running = await startStandalone({ dataDir });
    expect(running.pids("postgres")).to.deep.equal(postgres);
    expect(running.apiKey).to.equal(apiKey);
    expect((await readPayment(running, String(body["id"]))).body["status"]).to.equal("SUCCEEDED");
  });

  it("leaves nothing running and no runtime.json when it is stopped, and starts again with the same key", async () => {
    const pids = running.runtime().processes.map(({ pid }) => pid);
    const { apiKey } = running;
    expect(await running.stop()).to.equal(0);
    await untilGone(pids);
    expect(existsSync(join(dataDir, "runtime.json"))).to.equal(false);
    running = await startStandalone({ dataDir });
    expect(running.apiKey).to.equal(apiKey);
    expect((await pay(running)).status).to.equal(201);
  });

  it("leads on from every link that it handed out before it was stopped", async () => {
    const links = await handedOut(running);
    expect(await running.stop()).to.equal(0);
    running = await startStandalone({ dataDir });
    for (const link of links) expect((await fetch(link)).status, link).to.equal(200);
  });

  it("writes log lines that name each thing once", async () => {
    await pay(running);
    const lines = await waitFor("the gateway's line about the payment", () => {
      // What stands behind the last line break is a line half read.
      const whole = running.output().split("\n").slice(0, -1);
      const written = whole.filter((line) => line.startsWith("{"));
      return written.some((line) => line.includes('"service":"api-gateway"')) && written;
    });
    // Read and written again, a line says once what it said twice.
    for (const line of lines) expect(line).to.equal(JSON.stringify(JSON.parse(line)));
  });

  it("makes a new key, and no second demo merchant, when the kept key was thrown away", async () => {
    const { apiKey } = running;
    expect(await running.stop()).to.equal(0);
    for (const name of ["demo-key", "demo-merchant.json"])
      writeFileSync(join(dataDir, name), name === "demo-key" ? "" : "{}");
    running = await startStandalone({ dataDir });
    expect(running.apiKey).not.to.equal(apiKey);
    expect((await pay(running)).status).to.equal(201);
    expect((await pay({ ...running, apiKey })).status, "nobody revoked the older key").to.equal(201);
    expect(await demoMerchants(running)).to.have.length(1);
  });

  it("revokes a key whose text a crash has lost, and issues another", async () => {
    const merchant = (await demoMerchants(running))[0];
    const { apiKey } = running;
    expect(await running.stop()).to.equal(0);
    // As a start leaves it that is killed after the key was made and before its text was written.
    rmSync(join(dataDir, "demo-key"));
    writeFileSync(
      join(dataDir, "demo-merchant.json"),
      JSON.stringify({ merchant_id: merchant, keys_before: [] }),
    );
    running = await startStandalone({ dataDir });
    expect((await pay(running)).status).to.equal(201);
    expect((await pay({ ...running, apiKey })).status, "the lost key").to.equal(401);
    expect(await demoMerchants(running)).to.deep.equal([merchant]);
  });
});

describe("two installations on one machine", function () {
  this.timeout(START_TIMEOUT_MS);

  it("run side by side without a port being named", async () => {
    const unnamed = { PORT: "", ADMIN_PORT: "", CONTROL_PORT: "" };
    const both = await Promise.all([startStandalone({ env: unnamed }), startStandalone({ env: unnamed })]);
    try {
      const [one, other] = both;
      expect(one.publicUrl).not.to.equal(other.publicUrl);
      expect(one.apiKey).not.to.equal(other.apiKey);
      const answers = await Promise.all(both.map((installation) => pay(installation)));
      expect(answers.map(({ status }) => status)).to.deep.equal([201, 201]);
      expect((await pay({ ...one, apiKey: other.apiKey })).status, "keys are not shared").to.equal(401);
    } finally {
      await Promise.all(both.map((installation) => installation.stop()));
    }
  });
});

async function demoMerchants(running: Installation): Promise<string[]> {
  const { stdout } = await running.cli("merchant", "list", "--json");
  const { merchants }: { merchants: { merchant_id: string; name: string }[] } = JSON.parse(stdout);
  return merchants.filter(({ name }) => name === "Demo merchant").map(({ merchant_id: id }) => id);
}
