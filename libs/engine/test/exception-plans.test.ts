import { expect } from "chai";
import { isKnownSql } from "../src/exceptions/exceptions-store.ts";
import { endedDueSql } from "../src/callbacks/callbacks-store.ts";
import { disagreementsSql, explainSql } from "@flowlix/ledger";
import { tillJournal } from "../../ledger/test/support/till-schema.ts";
import { withTill } from "../../ledger/test/support/till-under-test.ts";

describe("exceptions of an object are found by it, however many others there are", () => {
  const till = withTill();
  const ids = ["sale 1", "sale 2"];

  beforeEach(async () => {
    await till().tamper(`
      insert into till.anomalies (id, kind, object_id, detail, created_at)
      select 'ano_' || n, 'unknown_reference', 'stray ' || n, 'of nobody', platform.clock() from generate_series(1, 20000) as n;
      insert into till.sales (id, merchant_id, livemode, amount, currency, status)
      select 'sale ' || n, 'mer_1', false, 100, 'EUR', 'FAILED' from generate_series(1, 2000) as n;
      alter table till.sales add column if not exists next_look_at timestamptz, add column if not exists look_count integer,
        add column if not exists look_hung boolean;
      analyze till.anomalies, till.sales`);
  });

  for (const [who, text, values, index = "anomalies_of_objects"] of [
    ["the comparison of the journal", disagreementsSql(tillJournal), [ids]],
    ["a line of a statement", explainSql(tillJournal), [false, ids, ["charge", "reversal"], "sandbox", null]],
    [
      "a statement that says otherwise",
      endedDueSql({ schema: "till", objects: "sales", undone: "capture_declined" }),
      [false, ids, null, null, false],
    ],
    [
      "a contradiction that may be known",
      isKnownSql("till", "outcome_mismatch"),
      ["sale 1", "another amount"],
    ],
    ["a charge that may be known", isKnownSql("till", "charged_after_end"), ["sale 1", "of another order"]],
    [
      "an exception that may be known",
      isKnownSql("till", "capture_declined"),
      ["sale 1", "went back"],
      "anomalies_undone",
    ],
  ] as const)
    it(`by ${who}`, async () => {
      const { rows } = await till().pools.background.query<{ "QUERY PLAN": string }>({
        text: `explain (analyze, costs off, timing off) ${text}`,
        values: [...values],
      });
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).to.contain(index).and.not.contain("Seq Scan on anomalies");
    });
});
