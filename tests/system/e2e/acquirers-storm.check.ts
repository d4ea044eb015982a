import { randomUUID } from "node:crypto";
import type { Payment, Payout, Refund } from "@flowlix/contracts";
import { applePay, SEED, seededRandom, TEST_BROWSER, testCard, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import {
  ACCOUNT_SETTINGS,
  CHALLENGED_AMOUNT,
  DECLINED_AMOUNT,
  merchantOfBoth,
  startAcquirers,
  type Acquirers,
  type AcquirerName,
} from "./support/acquirers-storm.ts";
import { errorOf, type Answer, type Api } from "./support/api.ts";
import { IN_PROCESS, LEASE_MS, withPlatform } from "./support/platform.ts";
import { reconcileEvents } from "./support/recorded-events.ts";

const KINDS = [
  "card",
  "wallet",
  "declined",
  "challenge",
  "challenge_failed",
  "abandoned",
  "refund",
  "payout",
] as const;
type Kind = (typeof KINDS)[number];
type Collection = "payments" | "refunds" | "payouts";

interface Made {
  readonly collection: Collection;
  readonly kind: Kind;
  readonly key: string;
  readonly body: object;
  readonly id: string;
  /** Of a refund: its payment. */
  readonly charge?: string;
}

type Shown = Payment | Refund | Payout;

const JOURNEYS: Readonly<Record<Kind, number>> = {
  card: 10,
  wallet: 3,
  declined: 4,
  challenge: 6,
  challenge_failed: 2,
  abandoned: 2,
  refund: 8,
  payout: 8,
};
const ENDED: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "EXPIRED"]);
/** Bounds say that something never comes; nothing is judged by how long it takes. */
const PATIENCE_MS = 100_000;
const STORM_TIMEOUT_MS = 900_000;
const MINUTE_MS = 60_000;

describe("a storm of kills, with two acquirers as one merchant's accounts", function () {
  this.timeout(STORM_TIMEOUT_MS);
  const random = seededRandom(SEED);
  const below = (count: number): number => Math.floor(random() * count);
  const platform = withPlatform(IN_PROCESS, { env: ACCOUNT_SETTINGS });
  const made: Made[] = [];
  const visited = new Set<string>();
  let acquirers: Acquirers;
  let api: Api;

  before(async () => {
    acquirers = await startAcquirers();
    api = platform().apiFor(await merchantOfBoth(platform(), acquirers));
  });
  after(() => acquirers.stop());

  /** What a merchant's server does: the same key again while nobody can say anything. */
  async function told(collection: Collection, body: object, key: string): Promise<Answer> {
    return waitFor(
      `an answer to the key ${key}`,
      async () => {
        const answer = await api.send("POST", `/v1/${collection}`, {
          headers: { "idempotency-key": key, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        const isOpen =
          answer.status >= 500 || answer.status === 429 || errorOf(answer).code === "idempotency_key_in_use";
        if (isOpen) throw new Error(`${answer.status} ${answer.text}`);
        return answer;
      },
      PATIENCE_MS,
    );
  }
  const shownOf = (answer: Answer): Shown => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const read = ({ collection, id }: Made): Promise<Shown> =>
    waitFor(
      `${id} to be read`,
      async () => shownOf(await api.send("GET", `/v1/${collection}/${id}`)),
      PATIENCE_MS,
    );

  async function create(collection: Collection, kind: Kind, body: object, charge?: string): Promise<void> {
    const key = randomUUID();
    const shown = shownOf(await told(collection, body, key));
    const one = { collection, kind, key, body, id: shown.id, ...(charge === undefined ? {} : { charge }) };
    made.push(one);
    if ("next_action" in shown) await payerGoes(one, shown);
  }

  /** The payer's browser, which loads again what does not load. */
  async function payerGoes({ kind, id }: Made, shown: Payment): Promise<void> {
    const url = shown.next_action?.redirect_url;
    if (shown.status !== "REQUIRES_ACTION" || url === undefined || kind === "abandoned" || visited.has(id))
      return;
    visited.add(id);
    const isPassed = kind !== "challenge_failed";
    const isAdyen = url.startsWith(acquirers.doubles.adyen.server.url);
    const [passed, failed] = isAdyen ? ["pass", "fail"] : ["approve", "decline"];
    const body = new URLSearchParams({ answer: isPassed ? passed : failed });
    const back = await waitFor(`the challenge of ${id}`, async () => {
      const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
      return answer.headers.get("location");
    });
    await waitFor(
      `the payer of ${id} to be back`,
      async () => (await fetch(back, { redirect: "manual" })).status < 500,
      PATIENCE_MS,
    );
  }

  const amount = (): number => 1_000 + below(50_000);
  function begin(kind: Kind): Promise<void> {
    if (kind === "payout") return create("payouts", kind, payoutOf(amount()));
    const amounts: Partial<Record<Kind, number>> = {
      declined: DECLINED_AMOUNT,
      challenge: CHALLENGED_AMOUNT,
      challenge_failed: CHALLENGED_AMOUNT,
      abandoned: CHALLENGED_AMOUNT,
    };
    return create("payments", kind, paymentOf(amounts[kind] ?? amount(), kind === "wallet"));
  }

  /** Answers that get lost before or after the execution, some of each acquirer's. */
  function planFaults(paths: readonly string[]): void {
    for (const double of Object.values(acquirers.doubles)) {
      // Whatever is drawn: one that was executed, and nobody was told.
      double.faults.plan({
        match: { method: "POST", pathEnds: paths[0] ?? "" },
        fault: { kind: "drop_after" },
      });
      for (let left = 3; left > 0; left -= 1) {
        const fault = FAULTS[below(FAULTS.length)] ?? FAULTS[0];
        double.faults.plan({ match: { method: "POST", pathEnds: paths[below(paths.length)] ?? "" }, fault });
      }
    }
  }

  /** Kills what runs as soon as some requests more have reached an acquirer. */
  async function killAfter(requests: number, running: readonly Promise<unknown>[]): Promise<void> {
    const before = acquirers.asked();
    const over = Promise.allSettled(running).then(() => true);
    let isOver = false;
    void over.then(() => (isOver = true));
    await waitFor(
      "requests to reach the acquirers",
      () => isOver || acquirers.asked() >= before + requests,
      PATIENCE_MS,
    );
    await platform().crash("payments");
    await platform().passTime(LEASE_MS + 1_000);
  }

  /** Waits until nothing is open that an acquirer has begun, payers' challenges apart that nobody answers. */
  async function settle(): Promise<void> {
    let lookedMs = -Infinity;
    await waitFor(
      "everything that was executed to be known",
      async () => {
        if (performance.now() - lookedMs > 3_000) {
          await platform().passTime(31_000);
          lookedMs = performance.now();
        }
        for (const one of made) {
          const shown = await read(one);
          if ("next_action" in shown) await payerGoes(one, shown);
          const isKnown = acquirers.knows(one.id, one.charge) && one.kind !== "abandoned";
          if (!ENDED.has(shown.status) && isKnown)
            throw new Error(`${one.kind} ${one.id} is ${shown.status}`);
        }
        return true;
      },
      PATIENCE_MS,
    );
  }

  const chargesOf = (id: string) =>
    acquirers.lines().filter(({ reference, kind }) => reference === id && kind !== "reversal");

  it("every object agrees with the acquirers' books", async () => {
    process.stdout.write(`storm: SEED=${SEED}\n`);
    const kinds = KINDS.flatMap((kind) => Array.from({ length: JOURNEYS[kind] }, () => kind));
    const drawn = kinds.map((kind) => [random(), kind] as const).toSorted(([one], [other]) => one - other);
    const waves = [0, 1, 2].map((wave) =>
      drawn.filter((_, index) => index % 3 === wave).map(([, kind]) => kind),
    );
    const [first = [], second = [], third = []] = waves;

    for (const wave of [first, second]) {
      planFaults(["/payments", "/payments", "/transfers", "/details"]);
      const running = wave.map(begin);
      await killAfter(2 + below(10), running);
      await Promise.all(running);
    }
    // One of them is away for as long as half of the next ones take, and back for the others.
    const away: AcquirerName = below(2) === 0 ? "checkout" : "adyen";
    const { faults } = acquirers.doubles[away];
    faults.clear();
    faults.plan({ fault: { kind: "drop_before" }, times: 1_000_000 });
    const half = Math.ceil(third.length / 2);
    const begun = third.slice(0, half).map(begin);
    await waitFor(
      "somebody to meet the acquirer that is away",
      () => made.length >= first.length + second.length + 1,
      PATIENCE_MS,
    );
    faults.clear();
    await Promise.all([...begun, ...third.slice(half).map(begin)]);
    await settle();

    planFaults(["/refunds"]);
    const refunded = made.filter(({ kind }) => kind === "refund");
    const refunds = await Promise.all(
      refunded.map(async (payment) => ({ payment, shown: await read(payment) })),
    );
    const running = refunds.flatMap(({ payment: { id }, shown }, index) => {
      if (shown.status !== "SUCCEEDED") return [];
      const parts = index % 2 === 0 ? [shown.amount] : [300 + below(100), 200];
      return parts.map((part) =>
        create("refunds", "refund", { payment_id: id, amount: part, reason: "returned" }, id),
      );
    });
    await killAfter(1 + below(6), running);
    await Promise.all(running);
    await settle();

    // What Checkout.com does not know for 45 minutes was not executed; a challenge is over by then.
    for (const minutes of [50, 2, 2, 12]) {
      for (const { clock } of Object.values(acquirers.doubles)) clock.advance(minutes * MINUTE_MS);
      await platform().passTime(minutes * MINUTE_MS);
      await settle();
    }
    await waitFor(
      "all of Checkout.com's to end",
      async () => {
        const open = await platform().database.sql(OPEN_AT_CHECKOUT);
        if (open.length > 0) throw new Error(JSON.stringify(open));
        return true;
      },
      PATIENCE_MS,
    );
    await compare();
  });

  async function compare(): Promise<void> {
    const { database } = platform();
    const tally: Record<string, number> = {};
    expect(new Set(made.map(({ id }) => id)).size, "an object for each key").to.equal(made.length);
    const rows = await database.sql(ROWS);
    expect(rows.map(({ id }) => String(id)).toSorted(), "no object but those").to.deep.equal(
      made.map(({ id }) => id).toSorted(),
    );
    const objects = new Map<string, Shown>();
    for (const one of made) {
      const shown = await read(one);
      objects.set(one.id, shown);
      const row = rows.find(({ id }) => id === one.id);
      const lines = chargesOf(one.id);
      const what = `${one.kind} ${one.id} ${shown.status} at ${String(row?.["provider"])}`;
      expect(lines.length, `${what}: executed`).to.equal(shown.status === "SUCCEEDED" ? 1 : 0);
      for (const line of lines)
        expect([line.amount, line.currency, line.acquirer], what).to.deep.equal([
          shown.amount,
          shown.currency,
          row?.["provider"],
        ]);
      if (!ENDED.has(shown.status)) {
        expect(row?.["provider"], `${what}: open`).to.equal("adyen");
        expect(acquirers.knows(one.id, one.charge), `${what}: open, and known`).to.equal(false);
      }
      const replayed = shownOf(await told(one.collection, one.body, one.key));
      expect(replayed.id, `${what}: the key's`).to.equal(one.id);
      const counted = `${String(row?.["provider"])} ${one.collection} ${shown.status}`;
      tally[counted] = (tally[counted] ?? 0) + 1;
    }
    const strays = acquirers
      .lines()
      .filter(({ reference, kind }) => kind === "reversal" || !objects.has(reference));
    expect(strays, "nothing executed that is no object's").to.deep.equal([]);
    for (const one of made) {
      const shown = objects.get(one.id);
      if (one.collection !== "payments" || shown === undefined || !("amount_refunded" in shown)) continue;
      const sums = Object.values(acquirers.doubles).map(({ book }) => book.refundedOf(one.id));
      expect(shown.amount_refunded, `${one.id}: refunded`).to.equal(
        sums.reduce((sum, value) => sum + value, 0),
      );
    }
    for (const name of ["checkout", "adyen"])
      expect(
        acquirers.lines().some(({ acquirer, kind }) => acquirer === name && kind === "charge"),
        `charges at ${name}`,
      ).to.equal(true);
    expect(await database.sql(EXCEPTIONS), "exceptions").to.deep.equal([]);
    const posted = await database.sql(JOURNAL);
    expect(posted.map((row) => JSON.stringify(row)).toSorted(), "the journal is the books").to.deep.equal(
      acquirers
        .lines()
        .map(({ reference, kind, amount: moved, currency }) =>
          JSON.stringify({ reference, kind, amount: String(moved), currency }),
        )
        .toSorted(),
    );
    // Live endpoints lead to public addresses alone: what is delivered is read where deliveries are made from.
    await reconcileEvents(database);
    expect(await database.sql(OTHER_ENDS), "no end is told but the object's").to.deep.equal([]);
    await waitFor(
      "a clean check of the journal",
      async () => {
        const { code, stdout, stderr } = await platform().installation().cli("ledger", "check");
        if (code !== 0) throw new Error(`${code}: ${stdout}${stderr}`);
        return true;
      },
      PATIENCE_MS,
    );
    process.stdout.write(`storm: ${JSON.stringify(tally)}\n`);
  }
});

const FAULTS = [
  { kind: "drop_after" },
  { kind: "drop_before" },
  { kind: "drop_after" },
  { kind: "cut" },
  { kind: "half" },
  { kind: "answer_after", answer: { status: 502, body: "<html>Bad gateway</html>" } },
  { kind: "answer_before", answer: { status: 503, body: "" } },
] as const;

const paymentOf = (amount: number, isWallet: boolean): object => ({
  amount,
  currency: "EUR",
  payment_method_data: isWallet ? applePay() : { type: "card", card: testCard() },
  browser_information: TEST_BROWSER,
  customer_ip_address: "203.0.113.7",
  merchant_customer_id: "customer-1",
  return_url: "https://merchant.example/return",
});

const payoutOf = (amount: number): object => ({
  amount,
  currency: "EUR",
  destination: { card_number: "5555555555554444", exp_month: 12, exp_year: 2034 },
  initiator_ip_address: "203.0.113.7",
  recipient: {
    country: "GB",
    first_name: "Ada",
    last_name: "Lovelace",
    address: { line1: "12 St James's Square", city: "London", country: "GB" },
  },
});

/** A refund whose creation was prevented is no object: nothing shows it, and nothing of it may be executed. */
const ROWS = ["payments", "refunds", "payouts"]
  .map((owner) => `select id, status, provider from ${owner}.${owner} where livemode and status <> 'VOIDED'`)
  .join(" union all ");
const OPEN_AT_CHECKOUT = `select * from (${ROWS}) as every where provider = 'checkout' and status not in ('SUCCEEDED', 'FAILED', 'EXPIRED')`;
const EXCEPTIONS = ["payments", "refunds", "payouts"]
  .map((owner) => `select '${owner}' as owner, kind, object_id, detail from ${owner}.anomalies`)
  .join(" union all ");
const JOURNAL = `
  select object_id as reference, case kind when 'capture' then 'charge' else kind end as kind, amount::text as amount, currency
    from payments.journal where livemode
  union all select object_id, kind, amount::text, currency from refunds.journal where livemode
  union all select object_id, kind, amount::text, currency from payouts.journal where livemode`;
const OTHER_ENDS = `
  select e.object_id, e.type, o.status from notifier.events as e join (${ROWS}) as o on o.id = e.object_id
   where e.type ~ '[.](succeeded|failed|expired)$' and split_part(e.type, '.', 2) <> lower(o.status)`;
