import type {
  BookLine,
  BookLineKind,
  Difference,
  ExplainedLine,
  JournalPosition,
  StatementRun,
} from "@flowlix/contracts";
import { createPools, type Pool, type Pools } from "@flowlix/persistence";
import {
  createProvider,
  SANDBOX_TRAITS,
  type StatementLine,
  type StatementOutcome,
  type TakeLines,
} from "@flowlix/provider";
import { createLogger } from "@flowlix/runtime";
import { moveClock, stopClock, withDatabase, type TestDatabase } from "@flowlix/testkit";
import { reconcilerSchema } from "../../src/schema.ts";
import type { Compared } from "../../src/statement/compare-day.ts";
import { createDifferencesStore } from "../../src/statement/differences-store.ts";
import { createEdgesStore } from "../../src/statement/edges-store.ts";
import type { JournalOwner } from "../../src/statement/owners.ts";
import { createRunsStore } from "../../src/statement/runs-store.ts";
import type { StatementSource, UnreadSource } from "../../src/statement/source.ts";
import { createStagingStore } from "../../src/statement/staging-store.ts";
import type { StatementDeps } from "../../src/statement/statement-actions.ts";
import { compareNext, type StatementTaskDeps } from "../../src/statement/statement-task.ts";

export const DAY = "2026-03-10";
export const NEXT = "2026-03-11";
export const BEFORE = "2026-03-09";
export const POSTED_WITHIN_MS = 120_000;
export const SOURCE = { provider: "fake", livemode: false };

/** A moment of a day, `23:59:59` or with milliseconds. */
export const at = (day: string, time: string): number => Date.parse(`${day}T${time}Z`);

export interface Movement {
  readonly kind?: BookLineKind;
  readonly reference: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly atMs: number;
}

/** What an owner knows besides its journal. */
export type Known = Partial<Pick<ExplainedLine, "status" | "ended" | "amount" | "currency" | "to_be_filled">>;

/** Both sides in memory: a provider that states what the test says, and owners that posted what it says. */
export interface World {
  /** Statements by day; a day that is not there is empty. */
  readonly statements: Map<string, StatementLine[]>;
  readonly books: BookLine[];
  /** Statements of accounts at the acquirer `acme`, by account and day. */
  readonly accounts: Map<string, Map<string, StatementLine[]>>;
  /** Which account an object went to, by reference; the installation's own acquirer where it is not there. */
  readonly accountOf: Map<string, string>;
  readonly unread: UnreadSource[];
  /** Objects without a movement, by reference. */
  readonly objects: Map<string, Known>;
  /** What is posted later is not known yet. */
  nowMs: number;
  /** What reading a statement comes to, after its lines; a whole one unless told. */
  outcome: StatementOutcome | null;
  /** Told of each batch of lines that was taken. */
  onLines: (account: string | null) => Promise<void>;
  /** Days whose statement was read. */
  readonly reads: string[];
  /** Ids of what its owner was to verify the end of, as `owner id`. */
  readonly verified: string[];
}

export const line = ({
  kind = "charge",
  reference,
  amount = 1_000,
  currency = "EUR",
  atMs,
}: Movement): StatementLine => ({
  kind,
  reference,
  amount,
  currency,
  executedAtMs: atMs,
});
export const lineOf = ({
  kind = "charge",
  reference,
  amount = 1_000,
  currency = "EUR",
  atMs,
}: Movement): BookLine => ({
  kind,
  reference,
  amount,
  currency,
  at_ms: atMs,
});

const OWN: Readonly<Record<string, readonly BookLineKind[]>> = {
  payments: ["charge", "reversal"],
  refunds: ["refund"],
  payouts: ["payout"],
};

interface Whose {
  readonly provider?: string | undefined;
  readonly provider_account?: string | null | undefined;
}

/** As owners answer: of objects whose row names that acquirer and account. */
function isOf(
  world: World,
  { provider, provider_account: account = null }: Whose,
  reference: string,
): boolean {
  const of = world.accountOf.get(reference) ?? null;
  return of === account && provider === (of === null ? "fake" : "acme");
}

function ownerOf(world: World, name: string, pageOf: number): JournalOwner {
  const own = (asked: Whose) =>
    world.books.filter(
      ({ kind, reference, at_ms }) =>
        OWN[name]?.includes(kind) && isOf(world, asked, reference) && at_ms <= world.nowMs,
    );
  return {
    async bookLines({ from_ms, to_ms, after, limit, ...asked }) {
      const all = own(asked)
        .filter(({ at_ms }) => at_ms >= from_ms && at_ms < to_ms)
        .sort((a, b) => a.at_ms - b.at_ms);
      const start = after === null ? 0 : after.at_us;
      const lines = all.slice(start, start + Math.min(limit, pageOf));
      const end = start + lines.length;
      // The place is opaque to who reads on.
      const next: JournalPosition | null =
        end < all.length ? { at_us: end, object_id: "", kind: "capture" } : null;
      return { lines, next };
    },
    async explainLines({ references, ...whose }) {
      return { lines: references.map((asked) => explained(world, own(whose), { ...whose, ...asked })) };
    },
    async verifyEnds({ ids, taken_back, provider_account: account }) {
      const why = taken_back === true ? " taken back" : "";
      const of = typeof account === "string" ? ` of ${account}` : "";
      world.verified.push(...ids.map((id) => `${name} ${id}${why}${of}`));
      return { due: ids.length };
    },
  };
}

function explained(
  world: World,
  own: readonly BookLine[],
  { reference, kind: askedKind, ...whose }: Whose & { reference: string; kind: BookLineKind },
): ExplainedLine {
  const asked = { reference, kind: askedKind };
  const posted = own.find((one) => one.kind === asked.kind && one.reference === asked.reference);
  const object =
    posted === undefined && isOf(world, whose, asked.reference)
      ? world.objects.get(asked.reference)
      : undefined;
  return {
    ...asked,
    known: posted !== undefined || object !== undefined,
    status: object?.status ?? (posted === undefined ? null : "SUCCEEDED"),
    ended: object?.ended ?? posted !== undefined,
    amount: posted?.amount ?? object?.amount ?? null,
    currency: posted?.currency ?? object?.currency ?? null,
    booked_at_ms: posted?.at_ms ?? null,
    to_be_filled: object?.to_be_filled ?? false,
  };
}

function fakeProvider(world: World, account: string | null = null) {
  const never = () => Promise.reject(new Error("only statements are read"));
  const transfers = { submit: never, read: never, close: never };
  const read = async (day: string, take: TakeLines) => {
    world.reads.push(account === null ? day : `${day} ${account}`);
    const statements = account === null ? world.statements : world.accounts.get(account);
    const lines = statements?.get(day) ?? [];
    for (let from = 0; from < lines.length; from += 1_000) {
      await take(lines.slice(from, from + 1_000));
      await world.onLines(account);
    }
    const outcome = world.outcome ?? ({ kind: "read", lines: lines.length } as const);
    return { outcome, providerAtFault: false };
  };
  return createProvider({
    adapter: {
      name: account === null ? "fake" : "acme",
      livemode: false,
      redirectHosts: [],
      allowLoopbackHttp: false,
      ...SANDBOX_TRAITS,
      registerOrder: never,
      authorise: never,
      readOrder: never,
      closeOrder: never,
      reverseOrder: never,
      refunds: transfers,
      payouts: transfers,
      statement: { cutOffMs: 0, postedWithinMs: POSTED_WITHIN_MS, read },
      verifyCallbacks: () => null,
      shutdown: async () => undefined,
    },
  });
}

/** Both sides without anything on them. */
export function newWorld(): World {
  return {
    statements: new Map(),
    books: [],
    accounts: new Map(),
    accountOf: new Map(),
    unread: [],
    objects: new Map(),
    nowMs: Infinity,
    outcome: null,
    onLines: async () => undefined,
    reads: [],
    verified: [],
  };
}

export interface StatementUnderTest {
  readonly world: World;
  readonly deps: StatementTaskDeps & StatementDeps;
  readonly compared: Compared[];
  readonly read: Pool;
  /** Moves a movement on both sides alike. */
  moved(movement: Movement): void;
  states(day: string, ...movements: readonly Movement[]): void;
  posted(...movements: readonly Movement[]): void;
  /** Sets the time of the database, which stands still. */
  itIs(atMs: number): Promise<void>;
  /** Compares a day now, as if an operator had asked; answers the run. */
  compare(day?: string): Promise<StatementRun>;
  /** One job of the task. */
  job(signal?: AbortSignal): ReturnType<typeof compareNext>;
  /** Everything found so far and not resolved, as `difference kind reference state`. */
  standing(): Promise<string[]>;
  all(): Promise<Difference[]>;
}

/** The comparison over a real database; both sides are the test's, and forgotten after it. */
export function withStatement() {
  const database = withDatabase([reconcilerSchema]);
  let pools: Pools | undefined;
  let provider: ReturnType<typeof fakeProvider> | undefined;

  async function start(world: World = newWorld(), pageOf = 1_000): Promise<StatementUnderTest> {
    const opened = (pools ??= await createPools({
      url: database().urlOf("reconciler"),
      name: "test",
      hot: 1,
      read: 1,
      background: 4,
    }));
    provider = fakeProvider(world);
    const made = new Map<string, StatementSource>();
    const ofAccount = (account: string): StatementSource => {
      const source = made.get(account) ?? { port: fakeProvider(world, account), account };
      made.set(account, source);
      return source;
    };
    const compared: Compared[] = [];
    const deps = {
      sources: {
        own: { port: provider, account: null },
        accounts: () => [...world.accounts.keys()].map(ofAccount),
        unread: () => world.unread,
      },
      owners: {
        payments: ownerOf(world, "payments", pageOf),
        refunds: ownerOf(world, "refunds", pageOf),
        payouts: ownerOf(world, "payouts", pageOf),
      },
      runs: createRunsStore(opened),
      staging: createStagingStore(opened.background),
      differences: createDifferencesStore(opened),
      edges: createEdgesStore(opened.background),
      pools: opened,
      logger: createLogger({ service: "reconciler", instance: "test", level: "silent" }),
      onCompared: (one: Compared) => void compared.push(one),
    };
    return { world, deps, compared, read: opened.read, ...actsOn(database(), world, deps) };
  }
  const forget = async (): Promise<void> => {
    await database().sql(`truncate reconciler.statement_runs, reconciler.differences, reconciler.edge_lines,
      reconciler.statement_lines, reconciler.book_lines, reconciler.run_edges`);
  };
  afterEach("forget what was found", async () => {
    await provider?.shutdown();
    provider = undefined;
    await pools?.close();
    pools = undefined;
    await forget();
  });
  return { database: (): TestDatabase => database(), start, forget };
}

function actsOn(database: TestDatabase, world: World, deps: StatementTaskDeps & StatementDeps) {
  const job = (signal: AbortSignal = new AbortController().signal) =>
    compareNext(deps, { signal, progress: () => undefined });
  const states: StatementUnderTest["states"] = (day, ...movements) =>
    void world.statements.set(day, [...(world.statements.get(day) ?? []), ...movements.map(line)]);
  const posted: StatementUnderTest["posted"] = (...movements) =>
    void world.books.push(...movements.map(lineOf));
  const all = () => deps.differences.list({ all: true, limit: 1_000 });
  return {
    job,
    states,
    posted,
    all,
    moved(movement: Movement) {
      states(new Date(movement.atMs).toISOString().slice(0, 10), movement);
      posted({ ...movement, atMs: movement.atMs + 300 });
    },
    async itIs(atMs: number) {
      await stopClock(database);
      const [row] = await database.sql(
        "select floor(extract(epoch from platform.clock()) * 1000)::bigint as now_ms",
      );
      await moveClock(database, atMs - Number(row?.["now_ms"]));
    },
    async compare(day = DAY) {
      const asked = await deps.runs.ask({ ...SOURCE, day, actor: "operator" });
      await job();
      const run = await deps.runs.find(asked.id);
      if (run === null) throw new Error("the run is gone");
      return run;
    },
    async standing() {
      return (await all())
        .filter(({ state }) => state !== "resolved")
        .map(({ difference, kind, reference, state }) => [difference, kind, reference, state].join(" "))
        .sort();
    },
  };
}
