import { expect } from "chai";
import { nameOfStatement } from "../bench/costs/statements.ts";
import { threadOf, usedBetween } from "../bench/costs/threads.ts";

const stat = (name: string, user: number, system: number): string =>
  `77 (${name}) S 1 77 77 0 -1 4194560 100 0 0 0 ${user} ${system} 0 0 20 0 11 0 12345 0 0`;

describe("The costs of a payment", () => {
  it("are told by thread, whatever stands in its name, in microseconds", () => {
    expect(threadOf(stat("V8Worker", 3, 1))).to.deep.equal({
      name: "V8Worker",
      userUs: 30_000,
      systemUs: 10_000,
    });
    expect(threadOf(stat("a) b (c", 1, 0)).name).to.equal("a) b (c");
  });

  it("are what was used between two readings, threads of one name together, one that came meanwhile whole", () => {
    const before = new Map([
      ["1", threadOf(stat("main", 100, 10))],
      ["2", threadOf(stat("V8Worker", 5, 0))],
    ]);
    const after = new Map([
      ["2", threadOf(stat("V8Worker", 6, 0))],
      ["3", threadOf(stat("V8Worker", 1, 1))],
      ["1", threadOf(stat("main", 140, 12))],
    ]);
    expect(usedBetween(before, after)).to.deep.equal([
      { name: "main", userUs: 400_000, systemUs: 20_000 },
      { name: "V8Worker", userUs: 20_000, systemUs: 10_000 },
    ]);
  });

  const statements: readonly [string, string][] = [
    [
      "with moved as ( update payments.payments as p set x = 1 ), told as ( insert into payments.outbox (a) select 1 )",
      "update payments.payments, insert into payments.outbox",
    ],
    [
      "with a as (update a.a set b = 1), b as (insert into a.b select 1), c as (delete from a.c) select 1",
      "update a.a, insert into a.b, 1 more",
    ],
    ["select s.hash from gateway.api_key_secrets as s", "select from gateway.api_key_secrets"],
    ["select\n  1", "select 1"],
  ];
  for (const [text, name] of statements)
    it(`name a statement by the tables that it writes, or the first that it reads: ${name}`, () => {
      expect(nameOfStatement(text)).to.equal(name);
    });
});
