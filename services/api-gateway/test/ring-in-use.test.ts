import { randomBytes } from "node:crypto";
import { apiGatewaySchema } from "@flowlix/api-gateway";
import { createPools, type Pools } from "@flowlix/persistence";
import { ConfigurationError, isDomainError, newId } from "@flowlix/runtime";
import { moveClock, waitFor, withDatabase, quietLoop } from "@flowlix/testkit";
import { expect } from "chai";
import { enterWithRing, type RingInUse } from "../src/idempotency/ring-in-use.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RETENTION_MS = 30 * DAY;
const [A, B] = [
  { id: "a", key: randomBytes(32) },
  { id: "b", key: randomBytes(32) },
];
const OTHER_A = { id: "a", key: randomBytes(32) };
type Key = typeof A;
const LOST =
  "a fingerprint key of before is gone: a Sandbox request that is repeated from then is answered as new";

describe("the ring of fingerprint keys at the start of a gateway", () => {
  const database = withDatabase([apiGatewaySchema]);
  let pools: Pools;
  const started: RingInUse[] = [];

  before(async () => {
    const url = database().urlOf(apiGatewaySchema.service);
    pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 3 });
  });
  beforeEach(async () => {
    await moveClock(database(), 0);
    await database().sql("delete from gateway.fingerprint_keys");
    await database().sql("delete from gateway.api_keys");
  });
  afterEach(stopAll);
  after(() => pools?.close());

  const warnings: unknown[] = [];

  async function makeLiveKey(): Promise<void> {
    await database().sql(
      `with merchant as (
         insert into gateway.merchants (id, name) values ($1, 'Live merchant') returning id
       ), account as (
         insert into gateway.merchant_accounts (merchant_id, livemode, payments_enabled, payouts_enabled, provisioned)
         select id, true, true, true, true from merchant returning merchant_id
       )
       insert into gateway.api_keys (id, merchant_id, livemode, permissions)
       select $2, merchant_id, true, '{payments}' from account`,
      [newId("merchant"), newId("key")],
    );
  }

  async function stopAll(): Promise<void> {
    await Promise.all(started.splice(0).map((ring) => ring.stop()));
    expect(warnings).to.deep.equal([]);
  }
  /** A process that starts and stops; a running one notes what it does again and again. */
  const enter = (...all: [Key, ...Key[]]) =>
    enterWithRing({
      pool: pools.background,
      keys: { active: all[0], all },
      retentionMs: RETENTION_MS,
      logger: { warn: (...line: unknown[]) => void warnings.push(line) },
      loop: quietLoop,
      noteEveryMs: 20,
    });
  const run = async (...all: [Key, ...Key[]]) => {
    const ring = await enter(...all);
    ring.start();
    started.push(ring);
    return ring;
  };
  const refusalOf = (...all: [Key, ...Key[]]) =>
    enter(...all).then(
      () => "none",
      (error: unknown) =>
        error instanceof ConfigurationError ? error.message : `not refused: ${String(error)}`,
    );
  const pass = (ms: number) => moveClock(database(), (clock += ms));
  let clock = 0;
  beforeEach(() => (clock = 0));
  /** A note of before the clock was moved says nothing of now. */
  const isRefused = (ring: RingInUse): boolean => {
    try {
      ring.activeId();
      return false;
    } catch (error) {
      return isDomainError(error) && error.type === "service_unavailable";
    }
  };
  const isNotedNow = async (id: string, as: "missed_at" | "active_at") => {
    const noted = `select 1 from gateway.fingerprint_keys where id = $1 and ${as} > platform.clock() - interval '1 minute'`;
    return (await database().sql(noted, [id])).length > 0;
  };

  it("is any where nothing was ever stored, and is in use at once", async () => {
    expect((await enter(A)).activeId()).to.equal("a");
    expect((await enter(A)).isContested()).to.equal(false);
  });

  it("is refused without a key, or with other bytes of one, that was in use within the retention", async () => {
    await makeLiveKey();
    await enter(A);
    await pass(MINUTE);
    expect(await refusalOf(B)).to.match(
      /^FINGERPRINT_KEYS: key "a" is missing, .* up to 31 more days, .* put it back/,
    );
    expect(await refusalOf(OTHER_A)).to.match(/^FINGERPRINT_KEYS: key "a" has other bytes than before, /);
    await pass(RETENTION_MS - MINUTE);
    expect(await refusalOf(B, OTHER_A)).to.include('"a" has other bytes');
    expect(await refusalOf(B)).to.include('"a" is missing');
    await pass(5 * MINUTE);
    expect((await enter(B)).activeId()).to.equal("b");
  });

  it("may lack a key where no merchant ever had an API key of live mode, which is told once", async () => {
    await enter(A);
    expect((await enter(OTHER_A)).activeId()).to.equal("a");
    expect(warnings.splice(0)).to.deep.equal([[{ key_id: "a" }, LOST]]);
    await pass(5 * MINUTE);
    expect((await enter(B)).activeId()).to.equal("b");
    expect(warnings.splice(0)).to.deep.equal([[{ key_id: "a" }, LOST]]);
    await makeLiveKey();
    expect((await enter(B)).activeId()).to.equal("b");
  });

  it("names nothing any more once another gateway started with other bytes of its key", async () => {
    const replaced = await run(A);
    const next = await run(OTHER_A);
    expect(warnings.splice(0)).to.have.lengthOf(1);
    await waitFor("the first one to know", () => isRefused(replaced));
    await waitFor("the second one to be noted", async () => {
      const [row] = await database().sql("select missed_at from gateway.fingerprint_keys where id = 'a'");
      return row?.["missed_at"] !== null;
    });
    expect(next.activeId()).to.equal("a");
  });

  it("cannot use a key that gateways which ran minutes ago may not have", async () => {
    await enter(A);
    expect(await refusalOf(B, A)).to.match(
      /^FINGERPRINT_KEYS: key "b" cannot be the first one yet, .* two steps/,
    );
    await pass(4 * MINUTE);
    expect((await enter(B, A)).activeId()).to.equal("b");
  });

  it("cannot use a key for as long as a running gateway lacks it, however long others have it", async () => {
    await run(A);
    await enter(A, B);
    await pass(10 * MINUTE);
    await waitFor("the one without it to say so", () => isNotedNow("b", "missed_at"));
    expect(await refusalOf(B, A)).to.include('"b" cannot be the first one yet');
    await stopAll();
    await run(A, B);
    await pass(4 * MINUTE);
    expect(await refusalOf(B, A)).to.equal("none");
  });

  it("turns in two steps: the new key is used when all know, and both are asked for while some use the old one", async () => {
    await makeLiveKey();
    const old = await run(A, B);
    await pass(10 * MINUTE);
    await waitFor("the old one to say that it uses its key", () => isNotedNow("a", "active_at"));
    await waitFor("nobody to use another", () => !old.isContested());
    const next = await run(B, A);
    expect([next.activeId(), next.isContested()]).to.deep.equal(["a", true]);
    await waitFor("the old one to know of the new one", () => old.isContested());
    await pass(3 * MINUTE);
    await waitFor("the new key to be in use", () => next.activeId() === "b");
    await waitFor("both to know of each other", () => old.isContested() && next.isContested());
    expect(old.activeId()).to.equal("a");
    await old.stop();
    await pass(5 * MINUTE);
    await waitFor("the new key to be the only one in use", () => !next.isContested());
    expect(await refusalOf(B)).to.include('"a" is missing');
  });

  it("lets one of two gateways start first of all with different rings", async () => {
    const results = await Promise.all([refusalOf(A), refusalOf(B)]);
    expect(results.filter((result) => result === "none")).to.have.lengthOf(1);
  });

  it("names nothing where another gateway uses a key that it does not have", async () => {
    const ring = await run(A);
    expect(ring.activeId()).to.equal("a");
    await database().sql(
      `insert into gateway.fingerprint_keys (id, check_value, registered_at, active_from, active_at)
       select 'b', check_value, platform.clock(), platform.clock(), platform.clock() from gateway.fingerprint_keys`,
    );
    await waitFor("it to know", () => isRefused(ring));
  });
});
