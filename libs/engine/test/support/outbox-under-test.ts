import { randomUUID } from "node:crypto";
import type { OutboxRow } from "@flowlix/contracts";
import {
  createExceptionsStore,
  startRelay,
  type ExceptionsStore,
  type Deliver,
  type Relay,
  type RelayOptions,
} from "@flowlix/engine";
import { createPools, type Pool, type Pools } from "@flowlix/persistence";
import { quietLoop, runClock, type TestDatabase, withDatabase } from "@flowlix/testkit";
import { shopSchema } from "../../../persistence/test/support/shop-schema.ts";

/** What a receiver answers with while it is out of order, as opposed to broken over a row. */
export class Outage extends Error {}

/** A receiver that stores each event once, as a notifier does, unless it is told otherwise. */
export interface StoringReceiver {
  readonly deliver: Deliver;
  /** What was handed over, call by call. */
  readonly calls: OutboxRow[][];
  /** Ids of stored events, each once, in the order they were stored in. */
  readonly stored: string[];
  /** Ids of events that are refused. */
  readonly refuses: Set<string>;
  /** Runs before a call is answered; what it throws is the answer. */
  before: (rows: readonly OutboxRow[]) => unknown;
  /** Runs after a call has stored; what it throws is the answer, and the events are stored all the same. */
  after: () => unknown;
}

export interface OutboxUnderTest {
  readonly database: TestDatabase;
  readonly pools: Pools;
  readonly exceptions: ExceptionsStore;
  /** Writes events of an object, versions 1 to n; their ids are `<object>.<version>`. */
  readonly write: (object: string, versions: number, from?: number) => Promise<void>;
  /** A relay of its own, as another process would have one; stopped after the test. */
  readonly relay: (receiver: StoringReceiver, options?: Partial<RelayOptions>) => Relay;
  /** Connections of another owner, closed after the test. */
  readonly ownPool: () => Promise<Pool>;
  /** What is left in the outbox, in order. */
  left(): Promise<string[]>;
  /** What was refused, in order. */
  refused(): Promise<Record<string, unknown>[]>;
  readonly outcomes: Map<string, number>;
}

export function storingReceiver(): StoringReceiver {
  const receiver: StoringReceiver = {
    calls: [],
    stored: [],
    refuses: new Set(),
    before: () => undefined,
    after: () => undefined,
    deliver: async (rows) => {
      receiver.calls.push([...rows]);
      await receiver.before(rows);
      const refused = rows.filter(({ event_id }) => receiver.refuses.has(event_id));
      for (const { event_id } of rows) {
        if (!receiver.refuses.has(event_id) && !receiver.stored.includes(event_id))
          receiver.stored.push(event_id);
      }
      await receiver.after();
      return { refused: refused.map(({ event_id }) => ({ event_id, reason: "it makes no sense" })) };
    },
  };
  return receiver;
}

/** A database with an outbox that any number of relays may read. */
export function withOutbox(): () => OutboxUnderTest {
  const database = withDatabase([shopSchema]);
  let pools: Pools;
  let relays: Relay[] = [];
  let others: Pools[] = [];
  let current: OutboxUnderTest;
  before(async () => {
    pools = await openPools(database());
  });
  beforeEach(() => {
    relays = [];
    others = [];
    current = outboxOn(database(), pools, relays, others);
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.stop()));
    await Promise.all(others.map((one) => one.close()));
    await database().sql("truncate shop.outbox, shop.refused_events, shop.orders, shop.anomalies");
    await database().sql("update shop.relay set holder = null, until = '-infinity'");
    await runClock(database());
  });
  after(() => pools?.close());
  return () => current;
}

const openPools = (database: TestDatabase) =>
  createPools({ url: database.urlOf("shop"), name: "test", hot: 2, read: 1, background: 6 });

function outboxOn(database: TestDatabase, pools: Pools, relays: Relay[], others: Pools[]): OutboxUnderTest {
  const outcomes = new Map<string, number>();
  const exceptions = createExceptionsStore({
    schema: "shop",
    background: pools.background,
    dataSource: pools.dataSource,
    newId: () => `ano_${randomUUID()}`,
    onRecorded: () => undefined,
  });
  return {
    database,
    pools,
    exceptions,
    outcomes,
    write: async (object, versions, from = 1) => {
      await database.sql(
        `insert into shop.outbox (object_id, version, event_id, event_type, payload, created_at, merchant_id, livemode)
         select $1, v, $1 || '.' || v, 'order.moved', ('{ "of": "' || $1 || '" }')::json, platform.clock(), 'mer_a', false
           from generate_series($2::integer, $2::integer + $3::integer - 1) as v`,
        [object, from, versions],
      );
    },
    relay: (receiver, options = {}) => {
      const relay = startRelay({
        schema: "shop",
        objects: "orders",
        pool: pools.background,
        deliver: receiver.deliver,
        isOutage: (error) => error instanceof Outage,
        exceptions,
        observe: (outcome, rows) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + rows),
        loop: quietLoop,
        log: { warn: () => undefined, info: () => undefined },
        ...options,
      });
      relays.push(relay);
      return relay;
    },
    ownPool: async () => {
      const own = await openPools(database);
      others.push(own);
      return own.background;
    },
    left: async () =>
      (await database.sql("select event_id from shop.outbox order by object_id, version")).map((row) =>
        String(row["event_id"]),
      ),
    refused: () =>
      database.sql(
        `select o.event_id, f.refusals, f.reason, f.parked_at
           from shop.outbox as o join shop.refused_events as f using (object_id, version) order by object_id, version`,
      ),
  };
}
