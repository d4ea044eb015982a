import { expect } from "chai";
import { clockMs, moveClock, stopClock, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { lines, newReference, send, withAcquirer } from "./support/acquirer.ts";

describe("the acquirer's book", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);

  const charge = async (amount: number) => {
    const reference = newReference();
    await acquirer().register(reference, amount);
    await acquirer().authorise(reference);
    return reference;
  };
  const statement = async (day: string) => acquirer().call("GET", `/v1/statements/${day}`);

  it("streams everything that was executed, a JSON document a line, in order", async () => {
    const references = [await charge(1_000), await charge(2_000)];
    await acquirer().reverse(references[0] ?? "");
    const { headers, text } = await send(`${acquirer().adminUrl}/book`, "GET");
    expect(headers["content-type"]).to.match(/^application\/x-ndjson/);
    const book = lines(text);
    expect(book.map(({ reference, kind, amount }) => [reference, kind, amount])).to.deep.equal([
      [references[0], "charge", 1_000],
      [references[1], "charge", 2_000],
      [references[0], "reversal", 1_000],
    ]);
    for (const line of book)
      expect(line).to.have.all.keys("reference", "kind", "amount", "currency", "executions", "at");
  });

  it("streams more than fits a page, each line once", async () => {
    await database().sql(`insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
      select 'many_' || n, 'charge', n, 'EUR', platform.clock() from generate_series(1, 2500) n`);
    const many = (await acquirer().book()).filter(({ reference }) => String(reference).startsWith("many_"));
    expect(many).to.have.length(2_500);
    expect(new Set(many.map(({ reference }) => reference)).size).to.equal(2_500);
  });

  it("can only be added to, and not twice", async () => {
    const reference = await charge(1_000);
    const attempts = [
      "update sandbox_acquirer.book set executions = 2",
      "delete from sandbox_acquirer.book",
      "truncate sandbox_acquirer.book",
      `insert into sandbox_acquirer.book (reference, kind, amount, currency, at) values ('${reference}', 'charge', 1, 'EUR', now())`,
    ];
    for (const attempt of attempts) {
      const refusal = await database()
        .sql(attempt)
        .then(
          () => "done",
          () => "refused",
        );
      expect(refusal, attempt).to.equal("refused");
    }
  });

  it("has a statement for each UTC day", async () => {
    const far = 400 * 86_400_000;
    await stopClock(database(), far);
    const charged = await charge(4_200);
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const chargedAt = await clockMs(database());
    await moveClock(database(), far + 86_400_000);
    await acquirer().reverse(charged);
    const [day, next] = [await statement(dayOf(chargedAt)), await statement(dayOf(chargedAt + 86_400_000))];
    expect(day.headers["content-type"]).to.match(/^application\/x-ndjson/);
    const [line, end, ...others] = lines(day.text);
    expect(end).to.include({ kind: "end", lines: 1 });
    expect(others).to.deep.equal([]);
    expect(line).to.include({ kind: "charge", reference: charged, amount: 4_200, currency: "EUR" });
    expect(line).to.have.all.keys("kind", "reference", "amount", "currency", "executed_at");
    expect(lines(next.text).map(({ kind, reference }) => [kind, reference])).to.deep.equal([
      ["reversal", charged],
      ["end", undefined],
    ]);
    expect(lines((await statement("1999-12-31")).text)).to.have.length(1);
  });

  it("has no statement for a day that does not exist", async () => {
    for (const day of ["2026-02-30", "today", "2026-1-1"])
      expect((await statement(day)).status).to.equal(400);
  });
});
