import { expect } from "chai";
import { clockMs, stopClock, withDatabase } from "@flowlix/testkit";
import { BOUNDS } from "../src/book/stream-statement.ts";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { lines, newReference, send, withAcquirer } from "./support/acquirer.ts";

const DAY_MS = 86_400_000;
const JSON_TYPE = { "content-type": "application/json" };

describe("the acquirer's statement", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  /** Every test has days of its own. */
  let offsetMs = 0;
  let now = 0;
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const today = () => dayOf(now);
  const tomorrow = () => dayOf(now + DAY_MS);

  beforeEach("go to a day of its own", async () => {
    offsetMs += 10 * DAY_MS;
    await stopClock(database(), offsetMs);
    now = await clockMs(database());
  });
  afterEach("take back every fault", async () => {
    await send(`${acquirer().adminUrl}/statement-faults`, "DELETE");
    await send(`${acquirer().adminUrl}/faults`, "DELETE");
  });

  const charge = async (amount: number) => {
    const reference = newReference();
    await acquirer().register(reference, amount);
    await acquirer().authorise(reference);
    return reference;
  };
  const statement = (day: string) => acquirer().call("GET", `/v1/statements/${day}`);
  const faults = (rules: readonly object[]) =>
    send(`${acquirer().adminUrl}/statement-faults`, "PUT", {
      body: JSON.stringify({ rules }),
      headers: JSON_TYPE,
    });
  const shown = async (day: string) =>
    lines((await statement(day)).text).map(({ kind, reference, amount, currency }) =>
      kind === "end" ? "end" : `${String(kind)} ${String(reference)} ${String(amount)} ${String(currency)}`,
    );

  it("ends with a line that says how many lines it has, also when it has none", async () => {
    expect(lines((await statement(today())).text)).to.deep.equal([
      { kind: "end", day: today(), mode: "sandbox", lines: 0 },
    ]);
    const charged = await charge(1_000);
    await acquirer().reverse(charged);
    const [first, second, end, ...more] = lines((await statement(today())).text);
    expect(first).to.include({ kind: "charge", reference: charged });
    expect(second).to.include({ kind: "reversal", reference: charged });
    expect(end).to.deep.equal({ kind: "end", day: today(), mode: "sandbox", lines: 2 });
    expect(more).to.deep.equal([]);
  });

  it("streams more than fits a page, each line once, and of its own day alone", async () => {
    await database().sql(`insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
      select 'many_' || n, 'charge', n, 'EUR', platform.clock() + case when n % 5 = 0 then interval '1 day' else '0' end
      from generate_series(1, 3000) n`);
    for (const [day, count] of [
      [today(), 2_400],
      [tomorrow(), 600],
    ] as const) {
      const all = lines((await statement(day)).text);
      expect(all.at(-1)).to.include({ kind: "end", lines: count });
      expect(new Set(all.slice(0, -1).map(({ reference }) => reference)).size).to.equal(count);
    }
  });

  it("shows on demand what is not so, and leaves the book alone", async () => {
    const [omitted, doubled, dearer, foreign, late, right] = [
      await charge(1_000),
      await charge(2_000),
      await charge(3_000),
      await charge(4_000),
      await charge(5_000),
      await charge(6_000),
    ];
    const book = await acquirer().book();
    const executed_at = Math.floor(now / 1_000);
    await faults([
      { fault: "omit", kind: "charge", reference: omitted },
      { fault: "duplicate", kind: "charge", reference: doubled },
      { fault: "amount", kind: "charge", reference: dearer, amount: 3_001 },
      { fault: "currency", kind: "charge", reference: foreign, currency: "USD" },
      { fault: "late", kind: "charge", reference: late },
      { fault: "omit", kind: "refund", reference: right },
      {
        fault: "add",
        line: { kind: "payout", reference: "po_nowhere", amount: 7, currency: "EUR", executed_at },
      },
    ]);
    expect(await shown(today())).to.deep.equal([
      `charge ${doubled} 2000 EUR`,
      `charge ${doubled} 2000 EUR`,
      `charge ${dearer} 3001 EUR`,
      `charge ${foreign} 4000 USD`,
      `charge ${right} 6000 EUR`,
      "payout po_nowhere 7 EUR",
      "end",
    ]);
    expect(await shown(tomorrow())).to.deep.equal([`charge ${late} 5000 EUR`, "end"]);
    expect(await acquirer().book()).to.deep.equal(book);
  });

  it("finds where a day is in the book by the index of times, however long the book is", async () => {
    await database().sql(`insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
      select 'long_' || n, 'charge', n, 'EUR', platform.clock() - n * interval '1 minute' from generate_series(1, 20000) n`);
    await database().sql("analyze sandbox_acquirer.book");
    const plan = await database().sql(`explain ${BOUNDS.replaceAll("$1", `'${today()}'`)}`);
    const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(text)
      .to.match(/book_at/)
      .and.not.match(/book_pkey/);
  });

  it("garble puts a line in it that nobody can read", async () => {
    await charge(1_000);
    await faults([{ fault: "garble", day: today() }]);
    const { text } = await statement(today());
    expect(() => lines(text)).to.throw(SyntaxError);
    expect(await shown(tomorrow())).to.deep.equal(["end"]);
  });

  it("cut ends it half-way and without its last line", async () => {
    const first = await charge(1_000);
    await charge(2_000);
    await faults([{ fault: "cut" }]);
    expect(await shown(today())).to.deep.equal([`charge ${first} 1000 EUR`]);
    expect(await shown(tomorrow())).to.deep.equal([]);
  });

  it("can be down, slow and refused as everything else here", async () => {
    await acquirer().faults([{ operation: "statement", fault: "unavailable", times: 1 }]);
    expect((await statement(today())).status).to.equal(503);
    await acquirer().faults([{ operation: "statement", fault: "throttle", reference: tomorrow() }]);
    expect((await statement(tomorrow())).status).to.equal(429);
    expect(await shown(today())).to.deep.equal(["end"]);
  });

  it("shows the faults in force and takes them back", async () => {
    const rules = [{ fault: "cut", day: "2026-01-01" }];
    expect((await faults(rules)).json()).to.deep.equal({ rules });
    const url = `${acquirer().adminUrl}/statement-faults`;
    expect((await send(url, "GET")).json()).to.deep.equal({ rules });
    expect((await send(url, "DELETE")).json()).to.deep.equal({ rules: [] });
  });

  const refused: readonly (readonly [param: string, rule: object])[] = [
    ["rules[0]", { fault: "sing" }],
    ["rules[0].reference", { fault: "omit", kind: "charge" }],
    ["rules[0].amount", { fault: "amount", kind: "charge", reference: "pay_1", amount: 0 }],
    ["rules[0].surprise", { fault: "cut", surprise: 1 }],
    ["rules[0].line", { fault: "add" }],
  ];
  for (const [param, rule] of refused) {
    it(`refuses a rule that is wrong with the name of the field: ${JSON.stringify(rule)}`, async () => {
      const answer = await faults([rule]);
      expect(answer.status).to.equal(400);
      expect(answer.json()["error"]).to.include({ code: "invalid_request", param });
    });
  }
});
