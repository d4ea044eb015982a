import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { accountAcquirer, createAdyenAdapter } from "@flowlix/provider";
import { startAdyenDouble } from "@flowlix/acquirer-doubles";
import { missingVariables, settingsOf } from "../check/check-settings.ts";

const MAIN = join(import.meta.dirname, "..", "check", "main.ts");

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the check with nothing of an acquirer in its environment. */
const run = (...args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const { PATH = "" } = process.env;
    execFile(process.execPath, [MAIN, ...args], { env: { PATH } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

describe("the check of an acquirer at its own sandbox", () => {
  for (const acquirer of ["checkout", "adyen"]) {
    it(`of ${acquirer} is skipped by name without an account's values: it says which are missing`, async () => {
      const { code, stderr } = await run(acquirer);
      expect(code).to.equal(69);
      const missing = missingVariables(acquirer, {});
      expect(missing).to.have.length.greaterThan(3);
      for (const name of missing) expect(stderr).to.include(name);
    });

    it(`of ${acquirer} runs over its double`, async () => {
      const { code, stdout, stderr } = await run(acquirer, "--against", "double", "--only", "charges with");
      expect(code, stdout + stderr).to.equal(0);
      expect(stdout).to.match(/[2-9] passing/);
    });
  }

  it("fails where a test of it fails or none was run", async () => {
    expect((await run("adyen", "--against", "double", "--only", "no such title")).code).to.equal(1);
  });

  it("knows no other acquirer", async () => {
    expect((await run("acme")).code).to.equal(2);
  });

  it("takes an account's values from the environment, and says which is wrong without showing it", async () => {
    const double = await startAdyenDouble();
    await double.stop();
    const env = Object.fromEntries(
      Object.entries(double.settings).map(([name, value]) => [`ADYEN_${name.toUpperCase()}`, String(value)]),
    );
    expect(settingsOf("adyen", env)).to.deep.equal(double.settings);
    expect(missingVariables("adyen", { ...env, ADYEN_WEBHOOK_PORT: "1" })).to.deep.equal([]);
    expect(() => settingsOf("adyen", { ...env, ADYEN_HMAC_KEY: "NOTHEXATALL" })).to.throw(
      /^ADYEN_HMAC_KEY (?!.*NOTHEX)/,
    );
  });
});

describe("an account at Adyen", () => {
  it("is the registry's, under the name that its adapter has", async () => {
    const double = await startAdyenDouble();
    const adapter = accountAcquirer("adyen")?.createAdapter(double.settings, { livemode: true });
    expect(adapter?.name).to.equal("adyen");
    expect(adapter?.livemode).to.equal(true);
    await adapter?.shutdown();
    await double.stop();
  });

  it("without a balance account pays nothing out, and sends nothing where it is asked to all the same", async () => {
    const double = await startAdyenDouble();
    const {
      transfers_url: _url,
      balance_account: _account,
      transfers_api_key: _key,
      ...settings
    } = double.settings;
    const adapter = createAdyenAdapter({ settings, livemode: false });
    expect(adapter.capabilities.payouts).to.equal(null);
    await adapter.shutdown();
    await double.stop();
  });
});
