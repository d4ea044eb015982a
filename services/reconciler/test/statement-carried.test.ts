import { expect } from "chai";
import { at, DAY, NEXT, withStatement, type StatementUnderTest } from "./support/statement-under-test.ts";

const NOON = at(DAY, "12:00:00");

describe("differences that stand from other days", () => {
  const statement = withStatement();
  let under: StatementUnderTest;
  beforeEach(async () => {
    under = await statement.start();
    await under.itIs(at(NEXT, "00:10:00"));
  });

  /** Charges that the statement of the day had and our books did not; each was found a second after the one before. */
  const stood = (count: number) =>
    statement.database().sql(
      `insert into reconciler.differences (id, provider, livemode, day, kind, reference, difference, state, found_at,
         statement_amount, statement_currency, executed_at)
       select 'diff_' || lpad(n::text, 6, '0'), 'fake', false, $1, 'charge', 'pay_' || lpad(n::text, 6, '0'), 'missing_here',
              'open', platform.clock() - interval '2 days' + n * interval '1 s', 1000, 'EUR', platform.clock() - interval '12 hours'
         from generate_series(1, $2) as n`,
      [DAY, count],
    );
  const reference = (nth: number) => `pay_${String(nth).padStart(6, "0")}`;
  /** References that the owner of charges is asked about from now on. */
  const asked = (): string[] => {
    const { payments } = under.deps.owners;
    const explain = payments.explainLines;
    const references: string[] = [];
    Object.assign(payments, {
      explainLines: (...args: Parameters<typeof explain>) => {
        references.push(...args[0].references.map((one) => one.reference));
        return explain(...args);
      },
    });
    return references;
  };

  it("are all looked at again, be they more than a page", async () => {
    await stood(5_001);
    under.posted({ reference: reference(5_001), atMs: NOON });
    await under.compare(NEXT);
    const resolved = await statement
      .database()
      .sql("select reference, note from reconciler.differences where state = 'resolved'");
    expect(resolved).to.deep.equal([{ reference: reference(5_001), note: `booked here on ${DAY}` }]);
  });

  it("are looked at in turn where a run cannot take all: what was looked at longest ago is the first", async () => {
    await stood(5);
    Object.assign(under.deps, { carriedMax: 2 });
    const references = asked();
    for (const minute of ["00:20:00", "00:30:00", "00:40:00"]) {
      await under.itIs(at(NEXT, minute));
      await under.compare(NEXT);
    }
    expect(references).to.deep.equal([1, 2, 3, 4, 5, 1].map(reference));
  });
});
