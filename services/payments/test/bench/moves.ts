import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { connect, createPools, migrateService, roleName, roleUrl, type Pool } from "@flowlix/persistence";
import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import { newId } from "@flowlix/runtime";
import { sharePaymentMoves, type Move } from "../../src/lifecycle/record-move.ts";
import { paymentsSchema } from "../../src/schema.ts";

/**
 * What the journal costs the statement that records an outcome: the server's processor time and its log, a
 * Payment, without a journal and with it, in turns on one server. Linux only.
 * `node services/payments/test/bench/moves.ts [--rounds 12] [--moves 4000]`
 */
const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "12" }, moves: { type: "string", default: "4000" } },
});
/** The last ones of the schema. */
const JOURNAL_MIGRATIONS = 2;
const PASSWORD = "of-a-benchmark";
const MERCHANT = `mer_${"A".repeat(24)}`;
/** Outcomes that share a commit: one alone, and as many as under load. */
const BATCHES = [1, 16, 64];
const PAYLOAD = JSON.stringify({ data: "x".repeat(1_100) });

interface Side {
  readonly name: string;
  readonly pool: Pool;
  readonly own: Awaited<ReturnType<typeof connect>>;
  readonly backend: number;
  close(): Promise<void>;
}

/** The statement as it was: nothing is posted. */
const withoutPosting = (text: string): string => text.replace(/, posted as \([\s\S]*?\n {2}\)\n/, "\n");

/** Alters the statement on its way to the server. */
function altered(pool: Pool, alter: (text: string) => string): Pool {
  return new Proxy(pool, {
    get: (target, key) =>
      key !== "connect"
        ? Reflect.get(target, key)
        : async () => {
            const client = await target.connect();
            return new Proxy(client, {
              get: (own, name) => {
                const member: unknown = Reflect.get(own, name);
                if (typeof member !== "function") return member;
                if (name !== "query") return member.bind(own);
                return (config: string | { text: string }) =>
                  own.query(typeof config === "string" ? config : { ...config, text: alter(config.text) });
              },
            });
          },
  });
}

async function openSide(url: string, name: string, isOld: boolean): Promise<Side> {
  const admin = await connect(url, "bench");
  await admin.query(`create database bench_${name}`);
  await admin.end();
  const adminUrl = new URL(url);
  adminUrl.pathname = `/bench_${name}`;
  const migrations = isOld
    ? paymentsSchema.migrations.slice(0, -JOURNAL_MIGRATIONS)
    : paymentsSchema.migrations;
  await migrateService(
    { ...paymentsSchema, migrations },
    { adminUrl: adminUrl.href, rolePrefix: "bench", password: PASSWORD },
  );
  const access = roleUrl(adminUrl.href, roleName("bench", "payments"), PASSWORD);
  const pools = await createPools({ url: access, name: "bench", hot: 1, read: 1, background: 1 });
  const { rows } = await pools.hot.query("select pg_backend_pid() as pid");
  const own = await connect(adminUrl.href, "bench");
  return {
    name,
    pool: isOld ? altered(pools.hot, withoutPosting) : pools.hot,
    own,
    backend: Number(rows[0]?.pid),
    close: async () => void (await Promise.all([pools.close(), own.end()])),
  };
}

/** Processor time of a server process in microseconds. */
const cpuOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ")[0]) / 1_000;

async function logOf({ own }: Side): Promise<number> {
  const { rows } = await own.query("select pg_current_wal_insert_lsn() - '0/0' as bytes");
  return Number(rows[0]?.bytes);
}

async function round(side: Side, batch: number): Promise<{ cpu: number; log: number }> {
  const count = Math.ceil(Number(options.moves) / (batch === 1 ? 4 : 1));
  const ids = Array.from({ length: count }, () => newId("payment"));
  await side.own.query(
    `insert into payments.payments (id, merchant_id, livemode, amount, currency, status, integration_type, payment_method_type,
            card_brand, card_last4, card_exp_month, card_exp_year, merchant_customer_id, customer_ip_address, return_url,
            created_at, version, submission, submit_until, next_look_at)
     select id, $2, false, 100 + n, 'EUR', 'PENDING', 'DIRECT', 'card', 'visa', '4242', 12, 2030, 'customer', '203.0.113.7',
            'https://merchant.example/return', clock_timestamp(), 1, gen_random_uuid(), clock_timestamp() + interval '25 s',
            clock_timestamp() + interval '25 s'
       from unnest($1::text[]) with ordinality as made (id, n)`,
    [ids, MERCHANT],
  );
  const moves = sharePaymentMoves(side.pool, () => undefined);
  const [cpuBefore, logBefore] = [await cpuOf(side.backend), await logOf(side)];
  for (let from = 0; from < count; from += batch) {
    const moved = await Promise.all(ids.slice(from, from + batch).map((id) => moves.add(moveOf(id))));
    if (moved.includes(false)) throw new Error("a move was lost");
  }
  const cost = {
    cpu: ((await cpuOf(side.backend)) - cpuBefore) / count,
    log: ((await logOf(side)) - logBefore) / count,
  };
  await side.own.query("delete from payments.outbox");
  return cost;
}

function moveOf(id: string): Move {
  const now = Math.floor(Date.now() / 1000);
  return {
    id,
    version: 1,
    submission: null,
    state: {
      status: "SUCCEEDED",
      failure_code: null,
      next_action: null,
      action_expires_at_ms: null,
      transitions: {
        requires_action_at: null,
        processing_at: null,
        succeeded_at: now,
        failed_at: null,
        expired_at: null,
      },
    },
    actionExpiresIn: null,
    syncInMs: null,
    acquirerId: null,
    event: { id: `evt_${randomUUID()}`, type: "payment.succeeded", payload: PAYLOAD },
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const place = await mkdtemp(join(tmpdir(), "flowlix-moves-"));
const server = await startEmbeddedPostgres({
  dataDir: join(place, "postgres-18"),
  superuserPassword: PASSWORD,
  settings: { autovacuum: "off" },
});
try {
  const sides = [await openSide(server.url, "without", true), await openSide(server.url, "with", false)];
  for (const batch of BATCHES) {
    const costs = new Map(sides.map(({ name }) => [name, { cpu: [] as number[], log: [] as number[] }]));
    for (let turn = 0; turn <= Number(options.rounds); turn += 1) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
        const { cpu, log } = await round(side, batch);
        if (turn === 0) continue;
        costs.get(side.name)?.cpu.push(cpu);
        costs.get(side.name)?.log.push(log);
      }
    }
    for (const [name, { cpu, log }] of costs)
      process.stdout.write(
        `${String(batch).padStart(3)} a commit, ${name.padEnd(8)} ${median(cpu).toFixed(1).padStart(6)} µs (least ${Math.min(...cpu).toFixed(1)}), ${median(log).toFixed(0)} bytes of log, load ${loadavg()[0]?.toFixed(1)}\n`,
      );
  }
  await Promise.all(sides.map((side) => side.close()));
} finally {
  await server.stop();
  await rm(place, { recursive: true });
}
