import { expect } from "chai";
import { createAdyenAdapter, type StatementLine } from "@flowlix/provider";
import { aCard, anAccount, anOrder, aPayout, aPayoutCard, aRefund, call, type Account } from "./support.ts";

const DAY_MS = 86_400_000;
const GARBLED = { kind: "unknown", cause: "garbled" };
const LOST = { kind: "unknown", cause: "lost" };
const HEADER =
  "Merchant Account,Merchant Reference,Booking Date,Main Currency,Main Amount,Record Type,Modification Merchant Reference";

describe("statements of Adyen", () => {
  for (const timeZone of ["Europe/Amsterdam", "America/Los_Angeles", "Pacific/Kiritimati", "UTC"]) {
    it(`have every movement once, on its day of UTC, out of reports cut in ${timeZone}`, async () => {
      const account = await anAccount({ timeZone });
      try {
        const moved = await movements(account);
        const first = new Date(account.double.clock.nowMs() - 4 * DAY_MS);
        const days = Array.from({ length: 8 }, (_, at) =>
          new Date(first.getTime() + at * DAY_MS).toISOString().slice(0, 10),
        );
        const lines: StatementLine[] = [];
        for (const day of days) {
          const { outcome, taken } = await read(account, day);
          expect(outcome).to.deep.equal({ kind: "read", lines: taken.length });
          for (const { executedAtMs } of taken)
            expect(new Date(executedAtMs).toISOString().slice(0, 10)).to.equal(day);
          lines.push(...taken);
        }
        const shown = ({ kind, reference, amount }: Pick<StatementLine, "kind" | "reference" | "amount">) =>
          `${kind} ${reference} ${amount}`;
        expect(lines.map(shown).sort()).to.deep.equal(moved.map(shown).sort());
      } finally {
        await account.stop();
      }
    });
  }

  /** A charge, a refund, a reversal and a payout at each quarter of two days. */
  async function movements(account: Account) {
    const { adapter, double } = account;
    for (let quarter = 0; quarter < 8; quarter += 1) {
      const [kept, given] = [anOrder({ currency: "JPY" }), anOrder()];
      const ids: string[] = [];
      for (const order of [kept, given]) {
        const { outcome } = await adapter.authorise(order, aCard(), call());
        ids.push("acquirerId" in outcome ? (outcome.acquirerId ?? "") : "");
      }
      await adapter.refunds.submit({ ...aRefund(kept, ids[0]), currency: "JPY" }, call());
      await adapter.reverseOrder({ ...given, acquirerId: ids[1] ?? "" }, call());
      await adapter.payouts.submit(aPayout(), aPayoutCard(), call());
      double.clock.advance(DAY_MS / 4);
    }
    account.settle();
    const lines = double.book.lines();
    expect(lines).to.have.length(5 * 8);
    return lines;
  }

  async function read({ adapter }: Pick<Account, "adapter">, day: string) {
    const taken: StatementLine[] = [];
    const { outcome } = await adapter.statement.read(day, async (lines) => void taken.push(...lines), call());
    return { outcome, taken };
  }

  describe("that are not as they should be", () => {
    let account: Account;
    before(async () => {
      account = await anAccount({ timeZone: "UTC" });
    });
    after(() => account.stop());
    afterEach(() => account.double.faults.clear());

    const row = (
      differences: Partial<Record<"account" | "at" | "currency" | "amount" | "type", string>> = {},
    ) => {
      const { double } = account;
      const { account: of = double.settings.merchant_account, at = "2026-03-01 12:00:00" } = differences;
      const { currency = "EUR", amount = "10.00", type = "SentForSettle" } = differences;
      return [of, "pay_1", at, currency, amount, type, ""].join(",");
    };
    const reported = async (body: string, status = 200) => {
      const answer = { status, headers: { "content-type": "text/csv" }, body };
      account.double.faults.plan({ match: { path: "/reports/" }, fault: { kind: "answer_before", answer } });
      return read(account, "2026-03-01");
    };

    it("are read where they are", async () => {
      const { taken } = await reported(`${HEADER}\n${row()}\n`);
      expect(taken).to.deep.equal([
        {
          kind: "charge",
          reference: "pay_1",
          amount: 1_000,
          currency: "EUR",
          executedAtMs: Date.parse("2026-03-01T12:00:00Z"),
        },
      ]);
    });

    it("leave out what is foreign by a list, and are garbled by what nobody knows", async () => {
      const foreign = ["Fee", "Chargeback", "MerchantPayout", "Settled", "Received", "Refused"].map((type) =>
        row({ type }),
      );
      const { taken, outcome } = await reported(
        [HEADER, ...foreign, row({ account: "Another" }), ""].join("\n"),
      );
      expect([taken, outcome]).to.deep.equal([[], { kind: "read", lines: 0 }]);
      expect((await reported(`${HEADER}\n${row({ type: "Teleported" })}\n`)).outcome).to.deep.equal(GARBLED);
    });

    for (const [name, body] of [
      ["no header", () => ""],
      ["another header", () => "A,B\n1,2\n"],
      ["no amount", () => `${HEADER}\n${row({ amount: "" })}\n`],
      ["more decimals than the currency has", () => `${HEADER}\n${row({ amount: "10.001" })}\n`],
      ["decimals of a currency without", () => `${HEADER}\n${row({ currency: "JPY", amount: "10.50" })}\n`],
      ["no time", () => `${HEADER}\n${row({ at: "yesterday" })}\n`],
      ["half a row", () => `${HEADER}\n${row()}\nFlowlixDouble,pay_2`],
    ] as const) {
      it(`are garbled with ${name}`, async () => {
        expect((await reported(body())).outcome).to.deep.equal(GARBLED);
      });
    }

    it("are lost while there is no report yet, and at a server that fails; garbled where we may not", async () => {
      expect((await reported("", 404)).outcome).to.deep.equal(LOST);
      expect((await reported("", 500)).outcome).to.deep.equal(LOST);
      expect((await reported("", 401)).outcome).to.deep.equal(GARBLED);
    });

    it("are lost where they break off", async () => {
      account.double.faults.plan({ match: { path: "/reports/" }, fault: { kind: "cut" } });
      expect((await read(account, "2026-03-01")).outcome).to.deep.equal(LOST);
    });

    it("cannot be read without access to reports", async () => {
      const { time_zone: _zone, reports_url: _url, ...settings } = account.double.settings;
      const adapter = createAdyenAdapter({ settings, livemode: false });
      expect((await read({ adapter }, "2026-03-01")).outcome).to.deep.equal(GARBLED);
      await adapter.shutdown();
    });
  });
});
