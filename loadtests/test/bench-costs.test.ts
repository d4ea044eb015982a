import { expect } from "chai";
import { firstText } from "../bench/costs/first-payments.ts";
import { listsText } from "../bench/costs/lists.ts";
import { parseCostsOptions } from "../bench/costs/options.ts";
import { nameOfStatement } from "../bench/costs/statements.ts";
import { threadOf, usedBetween } from "../bench/costs/threads.ts";
import { UsageError } from "../bench/options.ts";

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

  it("are measured on an empty database by one process of each, unless more is asked for", () => {
    expect(parseCostsOptions([])).to.deep.include({ form: "standalone", replicas: 1, rows: 0, seconds: 12 });
    expect(
      parseCostsOptions(["--form", "distributed", "--replicas", "4", "--rows", "10000000", "--rates", ""]),
    ).to.deep.include({ form: "distributed", replicas: 4, rows: 10_000_000 });
    expect(parseCostsOptions(["--help"])).to.equal(null);
  });

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [["--form", "both"], /^--form: must be standalone or distributed$/],
    [["--replicas", "2"], /^--replicas: is of --form distributed$/],
    [["--rows", "many"], /^--rows: must be 1 to /],
    [["--rates", "0"], /^--rates: must be 1 to /],
    [["--clients", "64,x"], /^--clients: must be 1 to /],
    [["--rounds", "3"], /--rounds/],
  ];
  for (const [args, message] of refused)
    it(`are not measured with ${args.join(" ")}, and the message names the option`, () => {
      expect(() => parseCostsOptions(args)).to.throw(UsageError, message);
    });

  const latency = { count: 100, p50: 6.04, p99: 19.96, max: 21 };
  it("are told of the first hundred payments beside a hundred later ones, and of each list", () => {
    expect(firstText({ first: { ...latency, p99: 40 }, later: latency })).to.equal(
      "the first 100 payments: p50 6.0 ms, p99 40.0 ms; 100 when warm: p50 6.0 ms, p99 20.0 ms",
    );
    expect(listsText([{ question: "newest", times: latency }])).to.match(
      /\n {2}newest p50 {5}6\.0, p99 {4}20\.0, max {4}21\.0$/,
    );
  });
});
