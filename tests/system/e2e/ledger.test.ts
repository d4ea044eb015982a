import { readFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { counted } from "./support/counted.ts";
import { reconcileJournal } from "./support/ledger.ts";
import { cli } from "./support/merchants.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";

const MINUTE = 60_000;
const OWNERS = ["payments", "refunds", "payouts"] as const;

interface Balance {
  readonly mode: string;
  readonly currency: string;
  readonly [sum: string]: string;
}

for (const wiring of WIRINGS) {
  describe(`the ledger, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    const refunds = refundsOf(platform);
    const payouts = payoutsOf(platform);
    let merchant = "";

    before(async () => {
      const id = await refunds.paid(10_000);
      const [row] = await platform().database.sql("select merchant_id from payments.payments where id = $1", [
        id,
      ]);
      merchant = String(row?.["merchant_id"]);
    });

    const balances = async (): Promise<readonly Balance[]> =>
      (await cli<{ balances: readonly Balance[] }>(platform(), "ledger", "balance", "--merchant", merchant))
        .balances;
    const balance = async (): Promise<Balance> => {
      const [only, ...others] = await balances();
      if (only === undefined || others.length > 0) throw new Error("more or less than one balance");
      return only;
    };
    const findings = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
      const token = readFileSync(join(platform().dataDir, "control-token"), "utf8").trim();
      const url = `${platform().installation().runtime().control_url}/ledger/findings`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, actor: "e2e" } });
      const answer: { findings: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(
        await response.text(),
      );
      return answer.findings;
    };
    const imbalance = () =>
      counted(platform(), wiring.distributed ? "payments" : "standalone", "ledger_imbalance_minor_units", {
        owner: "payments",
        currency: "EUR",
      });
    const summed = async () => {
      const rows = await Promise.all(
        OWNERS.map((owner) =>
          platform().database.sql(
            `select (select count(*)::integer from ${owner}.journal) as posted,
                    (select coalesce(sum(movements), 0)::integer from ${owner}.journal_days) as summed`,
          ),
        ),
      );
      return rows.flat().every(({ posted, summed: count }) => posted === count);
    };

    it("shows each movement in its merchant's balance as soon as it is known", async () => {
      expect(await balance()).to.include({
        mode: "sandbox",
        currency: "EUR",
        captured: "10000",
        merchant: "10000",
      });
      const paid = await refunds.paid(5_000);
      const refund = refundOf(await refunds.send(paid, 1_200));
      await refunds.becomes(refund.id, "SUCCEEDED");
      const payout = payoutOf(await payouts.send({ amount: 106_000 }));
      expect(payout.status).to.equal("SUCCEEDED");
      // What was declined moved nothing, and neither does what is still under way.
      expect(paymentOf(await platform().api.create({ amount: 100_051 })).status).to.equal("FAILED");
      expect(paymentOf(await platform().api.create({ amount: 104_099 })).status).to.equal("PROCESSING");
      expect(await balance()).to.deep.equal({
        mode: "sandbox",
        currency: "EUR",
        captured: "15000",
        refunded: "1200",
        paid_out: "106000",
        late_charges: "0",
        reversed: "0",
        late_refunds: "0",
        late_payouts: "0",
        captures_declined: "0",
        refunds_failed_later: "0",
        payouts_returned: "0",
        provider: "-92200",
        merchant: "-92200",
        suspense: "0",
      });
    });

    it("finds a charge whose answer was lost, and posts it once", async () => {
      const before = BigInt((await balance())["captured"] ?? "0");
      const { id } = paymentOf(await platform().api.create({ amount: 105_098 }));
      await waitFor(
        `${id} to be found`,
        async () => paymentOf(await platform().api.read(id)).status === "SUCCEEDED",
        30_000,
      );
      expect(BigInt((await balance())["captured"] ?? "0") - before).to.equal(105_098n);
      await reconcileJournal(platform(), ["charge", "refund", "payout", "reversal"]);
    });

    it("is summed and checked by the clock, and nothing is found", async () => {
      const before = await balance();
      await platform().passTime(30 * MINUTE);
      await waitFor("every movement to be summed", summed, 30_000);
      expect(await balance()).to.deep.equal(before);
      expect(await findings()).to.deep.equal([]);
      expect(await imbalance()).to.equal(0);
    });

    it("is compared as a whole where an operator asks for it, who is told once it is", async () => {
      const checked = cli<Record<string, unknown>>(platform(), "ledger", "check", "--all");
      const outcome = checked.then(
        () => null,
        (error: unknown) => error,
      );
      await waitFor(
        "every owner to be asked",
        async () => {
          const asked = await Promise.all(
            OWNERS.map((owner) =>
              platform().database.sql(`select from ${owner}.audit where act = 'ledger.check'`),
            ),
          );
          return asked.every(({ length }) => length === 1);
        },
        30_000,
      );
      // The clock's runs are a minute apart.
      await platform().passTime(2 * MINUTE);
      expect(await outcome).to.equal(null);
      expect(await checked).to.deep.include({ findings: [], missing: [], not_compared: [] });
    });

    it("tells of a movement that somebody took out of the journal", async () => {
      const { database } = platform();
      const [row] = await database.sql(
        "select object_id, amount::float8 as amount from payments.journal order by at desc limit 1",
      );
      await database.sql("alter table payments.journal disable trigger user");
      await database.sql("delete from payments.journal where object_id = $1", [row?.["object_id"]]);
      await database.sql("alter table payments.journal enable trigger user");
      // The day that is over is compared once it is summed, which may be after the run that is due now.
      await platform().passTime(2 * 24 * 60 * MINUTE);
      await waitFor(
        "the days that are over to be summed",
        async () => {
          const [progress] = await database.sql(
            "select rolled_until > platform.clock() - interval '10 minutes' as done from payments.journal_progress",
          );
          return progress?.["done"] === true;
        },
        30_000,
      );
      await platform().passTime(2 * MINUTE);
      const found = await waitFor(
        "what is found",
        async () => {
          const all = await findings();
          return all.length === 2 && all;
        },
        60_000,
      );
      expect(found.map(({ service, finding, kind }) => [service, finding, kind])).to.have.deep.members([
        ["payments", "missing", "capture"],
        // It was in the sums of its day.
        ["payments", "rolled_up", "capture"],
      ]);
      expect(found.find(({ finding }) => finding === "missing")?.["subject"]).to.equal(row?.["object_id"]);
      expect(await imbalance()).to.equal(2 * Number(row?.["amount"]));
    });
  });
}
