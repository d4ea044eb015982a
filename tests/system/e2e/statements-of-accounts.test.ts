import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Difference, StatementRun } from "@flowlix/contracts";
import {
  makeLiveMerchant,
  startAdyenDouble,
  startCheckoutDouble,
  type AdyenDouble,
  type CheckoutDouble,
  type LiveMerchant,
} from "@flowlix/acquirer-doubles";
import { moveClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "../support/installation.ts";
import { databaseOf, type Database } from "./support/database.ts";

const DAY_MS = 86_400_000;
const BROWSER = {
  accept_header: "text/html",
  javascript_enabled: true,
  screen_width: 1440,
  screen_height: 900,
  color_depth: 24,
  user_agent: "Mozilla/5.0",
  language: "en-GB",
  time_zone_offset: -60,
  java_enabled: false,
};

describe("statements of merchants' accounts, in a running installation at doubles", function () {
  this.timeout(START_TIMEOUT_MS);
  let adyen: AdyenDouble;
  let checkout: CheckoutDouble;
  let installation: Installation;
  let database: Database | undefined;
  let merchants: { readonly adyen: LiveMerchant; readonly checkout: LiveMerchant };
  before(async () => {
    [adyen, checkout] = await Promise.all([
      startAdyenDouble({ live: true }),
      startCheckoutDouble({ reportsAtOnce: true }),
    ]);
    const ring = `k1:${randomBytes(32).toString("base64")}`;
    installation = await startStandalone({ env: { ACQUIRER_SECRET_KEYS: ring, ACQUIRER_LOOPBACK: "true" } });
    const token = readFileSync(join(installation.dataDir, "control-token"), "utf8").trim();
    const control = { url: installation.runtime().control_url, token };
    merchants = {
      adyen: await makeLiveMerchant(control, adyen),
      checkout: await makeLiveMerchant(control, checkout),
    };
    database = databaseOf(installation.dataDir);
    await beginAtNoon(database);
  });
  after(async () => {
    await database?.close();
    await installation.stop();
    await Promise.all([adyen.stop(), checkout.stop()]);
  });

  /** Far from the real midnight, for the acquirers too: what a test compares is of one day. */
  async function beginAtNoon(of: Database): Promise<void> {
    const now = Date.now();
    const passMs = Math.ceil(now / DAY_MS) * DAY_MS + DAY_MS / 2 - now;
    for (const { clock } of [adyen, checkout]) clock.advance(passMs);
    await moveClock(of, passMs);
  }

  /** A Payment by card that has SUCCEEDED; answers its id. */
  async function paid({ apiKey }: LiveMerchant): Promise<string> {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const ask = async (path: string, init: object): Promise<Readonly<Record<string, unknown>>> =>
      JSON.parse(await (await fetch(`${installation.publicUrl}/v1${path}`, init)).text());
    const { id } = await ask("/payments", {
      method: "POST",
      headers: { ...headers, "idempotency-key": randomUUID() },
      body: JSON.stringify({ ...FIRST_PAYMENT, browser_information: BROWSER }),
    });
    await waitFor(`${String(id)} to have succeeded`, async () => {
      const { status } = await ask(`/payments/${String(id)}`, { headers });
      return status === "SUCCEEDED";
    });
    return String(id);
  }
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  /** Compares a day of an account as an operator does; answers what came of it, whatever the exit code. */
  async function reconcile({ accountId }: LiveMerchant, day: string) {
    const of = ["--date", day, "--account", accountId];
    const { stdout } = await installation.cli("reconcile", "run", ...of, "--json");
    const found: { run: StatementRun; differences: readonly Difference[] } = JSON.parse(stdout);
    return found;
  }

  for (const name of ["adyen", "checkout"] as const) {
    it(`the report that the double of ${name} serves agrees with the books of its account, line by line`, async () => {
      const double = name === "adyen" ? adyen : checkout;
      const ids = [await paid(merchants[name]), await paid(merchants[name])];
      const lines = double.book.lines();
      expect(lines.map(({ reference }) => reference)).to.have.members(ids);
      const [day = ""] = lines.map(({ atMs }) => dayOf(atMs));
      const { run, differences } = await reconcile(merchants[name], day);
      expect(run).to.include({
        provider: name,
        provider_account: merchants[name].accountId,
        mode: "live",
        state: "done",
        statement_lines: 2,
        book_lines: 2,
        matched: 2,
        differing: 0,
        awaiting: 0,
      });
      expect(differences).to.deep.equal([]);
    });
  }

  it("a movement that only the acquirer's report has is found, of that account alone", async () => {
    const reference = `po_${"0".repeat(24)}`;
    const atMs = Math.floor(Date.now() / DAY_MS - 4) * DAY_MS + DAY_MS / 2;
    const money = { amount: 4_200, currency: "EUR" };
    adyen.book.record({ kind: "payout", reference, id: "PLANTED", charge: null, ...money, atMs });
    const { run, differences } = await reconcile(merchants.adyen, dayOf(atMs));
    expect(run).to.include({ state: "done", complete: true, statement_lines: 1, matched: 0, differing: 1 });
    expect(
      differences.map((one) => [one.difference, one.kind, one.reference, one.provider_account]),
    ).to.deep.equal([["missing_here", "payout", reference, merchants.adyen.accountId]]);
    const other = await reconcile(merchants.checkout, dayOf(atMs));
    expect(other.run).to.include({ state: "done", statement_lines: 0, differing: 0 });
    expect(other.differences).to.deep.equal([]);
  });
});
