import { createPools, type Pools } from "@flowlix/persistence";
import { newId } from "@flowlix/runtime";
import { createTestDatabase, type TestDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import * as fc from "fast-check";
import { apiGatewaySchema } from "@flowlix/api-gateway";
import type { LogLine } from "../src/request-log/packed-lines.ts";
import { listLines, readLine, type LogPage, type LogScope } from "../src/request-log/read-log.ts";
import { insertLines, sweepSurplus } from "../src/request-log/request-log-store.ts";

const KEYS = ["key_a", "key_b", "key_c"] as const;
const MERCHANTS = ["mer_one", "mer_two"] as const;

interface Drawn {
  readonly merchant: number;
  readonly key: number;
  readonly fails: boolean;
  /** How long the answer took. The order of answers is not the order of requests. */
  readonly ageMs: number;
}

const drawnLine = fc.record<Drawn>({
  merchant: fc.constantFrom(0, 0, 0, 1),
  key: fc.nat(KEYS.length - 1),
  fails: fc.boolean(),
  ageMs: fc.nat(25_000),
});
/** Lines that were written together, several times. */
const drawnLog = fc.array(fc.array(drawnLine, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 6,
});

describe("lines of the request log that are written together", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let pools: Pools;
  before(async () => {
    database = await createTestDatabase([apiGatewaySchema]);
    pools = await createPools({
      url: database.urlOf("api-gateway"),
      name: "test",
      hot: 1,
      read: 1,
      background: 1,
    });
  });
  after(async () => {
    await pools.close();
    await database.drop();
  });

  let made = 0;
  const lineOf = ({ merchant, key, fails, ageMs }: Drawn): LogLine => {
    made += 1;
    const answer = fails
      ? { error: { code: "parameter_invalid", param: "amount", message: "No. [taken out]" } }
      : { amount: made };
    return {
      // The time in an id is that of the request, so ids do not stand in the order of the lines.
      request_id: `req_${String(90_000_000 - ageMs).padStart(8, "0")}${String(made).padStart(16, "0")}`,
      merchant_id: MERCHANTS[merchant] ?? "",
      key_id: KEYS[key] ?? "",
      age_ms: ageMs,
      method: "POST",
      path: "/v1/payments",
      status: fails ? 400 : 201,
      error_code: fails ? "parameter_invalid" : null,
      idempotent_replay: key === 1,
      duration_ms: ageMs,
      object_id: fails ? null : `pay_${made}`,
      request_body: JSON.stringify({ amount: made }),
      answer_body: JSON.stringify(answer),
    };
  };
  const write = async (log: readonly (readonly Drawn[])[]): Promise<LogLine[]> => {
    await database.sql("truncate gateway.request_log");
    const written: LogLine[] = [];
    for (const together of log) {
      const lines = together.map(lineOf);
      await insertLines(pools.background, lines);
      written.push(...lines);
    }
    return written;
  };
  const ids = (lines: readonly { readonly request_id: string }[]) => lines.map((line) => line.request_id);
  const PAGE: LogPage = { after: null, before: null, limit: 3, onlyErrors: false };

  /** Page after page until none follows. */
  async function walk(scope: LogScope, page: LogPage, way: "after" | "before"): Promise<string[]> {
    const seen: string[] = [];
    for (let next: LogPage = page; ;) {
      const { data, has_more: more } = await listLines(pools.read, scope, next);
      if (way === "after") seen.push(...ids(data));
      else seen.unshift(...ids(data));
      if (!more) return seen;
      next = { ...page, [way]: (way === "after" ? data.at(-1) : data[0])?.request_id ?? null };
    }
  }

  it("are read one by one in the order in which they were written, both ways, by key and by error, from any line", async () => {
    const merchantId = MERCHANTS[0];
    await fc.assert(
      fc.asyncProperty(
        drawnLog,
        fc.constantFrom(null, ...KEYS),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(),
        async (log, keyId, onlyErrors, limit, from) => {
          const written = (await write(log)).filter((line) => line.merchant_id === merchantId);
          const mine = (lines: readonly LogLine[]) =>
            ids(
              lines
                .filter((line) => keyId === null || line.key_id === keyId)
                .filter((line) => !onlyErrors || line.status >= 400),
            );
          const scope = { merchantId, keyId };
          const page = { ...PAGE, limit, onlyErrors };
          expect(await walk(scope, page, "before"), "back").to.deep.equal(mine(written));
          const start = written[from % Math.max(1, written.length)];
          if (start === undefined) return;
          const at = written.indexOf(start);
          expect(await walk(scope, { ...page, after: start.request_id }, "after"), "on").to.deep.equal(
            mine(written.slice(at + 1)),
          );
          expect(await walk(scope, { ...page, before: start.request_id }, "before"), "sooner").to.deep.equal(
            mine(written.slice(0, at)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are found by their ids with their bodies, reason, key and time, and only by their merchant and key", async () => {
    const [first, second, third] = await write([
      [
        { merchant: 0, key: 0, fails: true, ageMs: 9_000 },
        { merchant: 0, key: 1, fails: false, ageMs: 20_000 },
        { merchant: 0, key: 2, fails: false, ageMs: 1_000 },
      ],
    ]);
    if (first === undefined || second === undefined || third === undefined) throw new Error("no lines");
    expect(await database.sql("select 1 from gateway.request_log")).to.have.lengthOf(1);
    const all = { merchantId: MERCHANTS[0], keyId: null };
    const found = await readLine(pools.read, all, first.request_id);
    expect(found).to.deep.include({
      key_id: KEYS[0],
      status: 400,
      error_code: "parameter_invalid",
      error_param: "amount",
      error_message: "No.",
      request_body: first.request_body,
      answer_body: first.answer_body,
    });
    const last = await readLine(pools.read, all, third.request_id);
    expect((last?.at_ms ?? 0) - (found?.at_ms ?? 0)).to.equal(8_000);
    expect(await readLine(pools.read, { ...all, keyId: KEYS[1] }, second.request_id)).to.include({
      object_id: second.object_id,
      error_param: null,
    });
    expect(await readLine(pools.read, { ...all, keyId: KEYS[0] }, second.request_id)).to.equal(null);
    expect(await readLine(pools.read, { merchantId: MERCHANTS[1], keyId: null }, first.request_id)).to.equal(
      null,
    );
  });

  it("of the release before stand among them, and that release finds the last of those that were written together", async () => {
    const together = Array.from({ length: 3 }, () => ({ merchant: 0, key: 0, fails: false, ageMs: 10 }));
    const [, , third] = await write([together]);
    const old = `req_${"1".repeat(24)}`;
    await database.sql(
      `insert into gateway.request_log (request_id, merchant_id, key_id, at, method, path, status, idempotent_replay, duration_ms)
       values ('${old}', '${MERCHANTS[0]}', 'key_a', now(), 'GET', '/v1/payments', 200, false, 1)`,
    );
    const { data } = await listLines(
      pools.read,
      { merchantId: MERCHANTS[0], keyId: null },
      { ...PAGE, limit: 9 },
    );
    expect(data.map(({ method }) => method)).to.deep.equal(["POST", "POST", "POST", "GET"]);
    const rows = await database.sql("select request_id from gateway.request_log order by seq");
    expect(rows).to.deep.equal([{ request_id: third?.request_id }, { request_id: old }]);
  });

  it("are swept together, when as many newer ones are kept", async () => {
    const merchantId = newId("merchant");
    await database.sql(`insert into gateway.merchants (id, name) values ('${merchantId}', 'Swept')`);
    const sets: string[][] = [];
    await database.sql("truncate gateway.request_log");
    for (const size of [4, 1, 3, 2]) {
      const lines = Array.from({ length: size }, () => ({
        ...lineOf({ merchant: 0, key: 0, fails: false, ageMs: 1 }),
        merchant_id: merchantId,
      }));
      await insertLines(pools.background, lines);
      sets.push(ids(lines));
    }
    const kept = async () => {
      const { data } = await listLines(pools.read, { merchantId, keyId: null }, { ...PAGE, limit: 100 });
      return ids(data);
    };
    await sweepSurplus(pools.background, 6);
    expect(await kept(), "six kept: the four that are older than six").to.deep.equal(sets.slice(1).flat());
    await sweepSurplus(pools.background, 3);
    expect(await kept(), "two of five would be too few").to.deep.equal(sets.slice(2).flat());
  });
});
