import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Fact, FindingKind, Verdict } from "../data/facts.ts";
import { RUNS_MAX } from "../lib/references.ts";
import { ask } from "./ask.ts";
import type { Books } from "./books.ts";
import type { Cuts } from "./plain-client.ts";
import { reconcile } from "./reconcile.ts";
import { createSink, type Sink } from "./sink.ts";
import { openOnes, paymentsOf, payoutsOf, readBook, type BookSource, type Reader } from "./sources.ts";

const REGISTER_MS = 60_000;

export interface Merchant {
  readonly merchant: string;
  readonly api_keys: readonly string[];
}

export interface VerifierOptions {
  readonly baseUrl: string;
  readonly merchants: readonly Merchant[];
  /** Null where no book can be read. Then answers are compared with the API alone. */
  readonly book: BookSource | null;
  readonly exclusive: boolean;
  /** Whether every event has to arrive here. `register` has to be called then. */
  readonly webhooks: boolean;
  /** Counts requests that were cut off: a balancer before the gateways, or clients of its own. */
  readonly cuts?: Cuts;
  /** How long objects may take to end, and webhooks to arrive after that. */
  readonly settleMs: number;
}

export interface Verifier {
  readonly sink: Sink;
  /** @returns its number, from 0 */
  beginRun(): number;
  keep(facts: readonly Fact[]): void;
  /** A journey of a steered load begins. @returns false where the load is over and it must not */
  journeyBegins(): boolean;
  journeyEnds(): void;
  /** Ends the load of this run; resolves when no journey is under way any more. */
  endLoad(timeoutMs: number): Promise<void>;
  /** Resolves with the first journey of a steered load. */
  untilLoaded(timeoutMs: number): Promise<void>;
  /** Waits until everything has ended and compares. @returns only findings that are new */
  verify(): Promise<Verdict>;
  /** Gives every merchant an endpoint at this process, by the address that the platform reaches it at. */
  register(url: string): Promise<void>;
}

/** A create is repeated for 100 s at most. */
export const JOURNEYS_END_MS = 150_000;
const POLL_MS = 1_000;
/** Leaves enough of the references for runs to come. */
const RUNS_BEFORE_MAX = RUNS_MAX - 15;
/** Clocks differ, and times are cut to seconds. */
const CLOCK_SLACK_S = 5;

export function createVerifier(options: VerifierOptions): Verifier {
  const sink = createSink();
  const facts: Fact[] = [];
  const since = Math.floor(Date.now() / 1_000) - CLOCK_SLACK_S;
  const readers = options.merchants.map(({ api_keys: [apiKey = ""] }) => ({
    baseUrl: options.baseUrl,
    apiKey,
    since,
  }));
  const known = new Set<string>();
  // The same keys may have been in a run just before, whose references must differ. A random start makes that likely.
  let runs = options.exclusive ? 0 : randomInt(RUNS_BEFORE_MAX);
  let loadIsOver = false;
  let journeys = 0;
  let cutBefore = 0;

  async function read(): Promise<Books> {
    const payments = (await eachOf(readers, paymentsOf)).flat();
    const payouts = (await eachOf(readers, payoutsOf)).flat();
    const book = options.book === null ? null : await readBook(options.book, since);
    const { exclusive, webhooks } = options;
    return { facts, payments, payouts, book, exclusive, events: webhooks ? sink.events : null };
  }

  return {
    sink,
    beginRun() {
      loadIsOver = false;
      journeys = 0;
      options.cuts?.begin?.();
      cutBefore = options.cuts?.count() ?? 0;
      return runs++;
    },
    journeyBegins() {
      if (!loadIsOver) journeys += 1;
      return !loadIsOver;
    },
    journeyEnds: () => void (journeys -= 1),
    async endLoad(timeoutMs) {
      loadIsOver = true;
      await untilHolds(() => journeys <= 0, timeoutMs, "journeys are still under way");
    },
    untilLoaded: (timeoutMs) => untilHolds(() => journeys > 0, timeoutMs, "no load came"),
    keep: (more) => void facts.push(...more),
    register: (url) => register(options, sink, url),
    async verify() {
      options.cuts?.end?.();
      await untilNoneOpen(readers, options.settleMs);
      const { books, reconciled } = await untilSettled(read, options.settleMs);
      const findings = reconciled.findings.filter(({ text }) => !known.has(text));
      for (const { text } of findings) known.add(text);
      return {
        findings,
        compared: reconciled.compared,
        book_lines: books.book?.length ?? null,
        unattributed_lines: reconciled.unattributed,
        webhooks: sink.arrived(),
        cut_requests: options.cuts === undefined ? null : options.cuts.count() - cutBefore,
        webhook_delays_ms: sink.delaysMs(),
      };
    },
  };
}

async function untilHolds(holds: () => boolean, timeoutMs: number, otherwise: string): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() > giveUpAt) throw new Error(`${otherwise} after ${timeoutMs / 1_000} s`);
    await pause(POLL_MS / 10);
  }
}

/** One after the other, because the platform has just been under load. */
async function eachOf<T>(readers: readonly Reader[], read: (reader: Reader) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const reader of readers) results.push(await read(reader));
  return results;
}

async function untilNoneOpen(readers: readonly Reader[], settleMs: number): Promise<void> {
  const until = performance.now() + settleMs;
  while (performance.now() < until) {
    const open = await eachOf(readers, openOnes);
    if (open.every((count) => count === 0)) return;
    await pause(POLL_MS);
  }
}

/** Reads and compares again while objects have not ended or webhooks have not arrived. */
async function untilSettled(read: () => Promise<Books>, settleMs: number) {
  const until = performance.now() + settleMs;
  for (;;) {
    const books = await read();
    let reconciled = reconcile(books);
    const waitsFor = (kind: FindingKind) =>
      performance.now() < until && reconciled.findings.some((finding) => finding.kind === kind);
    // Webhooks arrive here: the platform need not be read again for them.
    while (!waitsFor("unsettled") && waitsFor("webhook_missing")) {
      await pause(POLL_MS);
      reconciled = reconcile(books);
    }
    if (!waitsFor("unsettled")) return { books, reconciled };
    await pause(POLL_MS);
  }
}

async function register({ baseUrl, merchants }: VerifierOptions, sink: Sink, url: string): Promise<void> {
  for (const {
    merchant,
    api_keys: [apiKey = ""],
  } of merchants) {
    const { status, text } = await ask(`${baseUrl}/v1/webhook_endpoints`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ url: `${url}/webhooks/${merchant}`, enabled_events: ["*"] }),
      timeoutMs: REGISTER_MS,
    });
    if (status !== 201) throw new Error(`no webhook endpoint was made: ${status} ${text.slice(0, 300)}`);
    const made: { readonly secret: string } = JSON.parse(text);
    sink.trust(merchant, made.secret);
  }
}
