import type { Payment, Refund } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { paymentOf } from "./support/api.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";
import { eventIn, objectOf, startInbox, webhooksOf } from "./support/webhooks.ts";

/** As many as showed a Payment that was behind its Refund's answer. */
const CLIENTS = 28;
const PAID = 500_000;
/** One that FAILED, one that is returned, and all that is left, which a held amount would refuse. */
const REFUNDS = [100_051, 1_200, PAID - 1_200];

const RANK: Readonly<Record<string, number>> = { PENDING: 0, REQUIRES_ACTION: 1, PROCESSING: 1 };
const END = 2;
const rankOf = (status: string) => RANK[status] ?? END;

/** Whether a status that is read keeps what was told before: it is the same or a later one, and an end stays. */
const keeps = (reported: string, read: string | undefined): boolean =>
  read !== undefined && (rankOf(reported) === END ? read === reported : rankOf(read) >= rankOf(reported));

interface Shown {
  readonly id: string;
  readonly status: string;
}

for (const wiring of WIRINGS) {
  describe(`after a status was answered, every read shows it or a later one, ${wiring.name}`, function () {
    this.timeout(2 * TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring, { env: { REQUEST_DEADLINE: "25s" } });
    const { paid, payment, read, send } = refundsOf(platform);
    const payouts = payoutsOf(platform);
    afterEach(() => platform().acquirer.mend());

    const page = async <T extends Shown = Shown>(path: string): Promise<readonly T[]> => {
      const { text } = await platform().api.send("GET", path);
      const { data }: { data: T[] } = JSON.parse(text);
      return data;
    };

    /** Holds what was told against everything that can be read of it right after. */
    async function compare(
      reported: Shown,
      reads: Readonly<Record<string, Promise<Shown | readonly Shown[]>>>,
    ): Promise<void> {
      for (const [where, reading] of Object.entries(reads)) {
        const seen = [await reading].flat().find(({ id }) => id === reported.id)?.status;
        expect(
          keeps(reported.status, seen),
          `${where} says ${String(seen)} of ${reported.id}: ${reported.status}`,
        ).to.equal(true);
      }
    }

    /** What a Payment that nobody else refunds still has, by its Refunds. */
    const left = ({ amount, refunds }: Payment) =>
      amount - refunds.filter(({ status }) => status !== "FAILED").reduce((sum, one) => sum + one.amount, 0);

    async function compareRefund(reported: Refund): Promise<void> {
      const shown = payment(reported.payment_id);
      await compare(reported, {
        "the Payment": shown.then(({ refunds }) => refunds),
        "its GET": read(reported.id),
        "its list": page(`/v1/refunds?payment_id=${reported.payment_id}`),
        "the Payments' list": page<Payment>("/v1/payments?limit=100").then(
          (all) => all.find(({ id }) => id === reported.payment_id)?.refunds ?? [],
        ),
      });
      const now = await shown;
      expect(now.amount_refundable, "what FAILED holds no money").to.equal(left(now));
    }

    async function beClient(): Promise<Refund[]> {
      const { api } = platform();
      const made = paymentOf(await api.create({ amount: PAID }));
      await compare(made, { "its GET": payment(made.id), "its list": page("/v1/payments?limit=100") });
      const payout = payoutOf(await payouts.send({ amount: 100_051 }));
      await compare(payout, {
        "its GET": payouts.read(payout.id),
        "its list": page("/v1/payouts?limit=100"),
      });
      const refunds: Refund[] = [];
      for (const amount of REFUNDS) {
        const refund = refundOf(await send(made.id, amount));
        await compareRefund(refund);
        refunds.push(refund);
      }
      return refunds;
    }

    it(`${CLIENTS} clients at once read of Payments, Refunds and Payouts what they were answered, and no webhook is ahead`, async () => {
      const inbox = await startInbox();
      const behind: string[] = [];
      inbox.receiver.answerWith(async (request) => {
        const event = eventIn(request);
        const reported = objectOf(event);
        if (reported === undefined) return { status: 204 };
        const refund = event.data.refund;
        const kind = event.type.split(".")[0] ?? "";
        const own = platform().api.send("GET", `/v1/${kind}s/${reported.id}`);
        const reads = {
          "its GET": own.then(({ text }): Shown => JSON.parse(text)),
          ...(refund === undefined
            ? {}
            : { "the Payment": payment(refund.payment_id).then(({ refunds }) => refunds) }),
        };
        await compare(reported, reads).catch((error: unknown) =>
          behind.push(`${event.type}: ${String(error)}`),
        );
        return { status: 204 };
      });
      try {
        await webhooksOf(platform().api).create(inbox.receiver.url);
        const made = await Promise.all(Array.from({ length: CLIENTS }, beClient));
        for (const refund of made.flat())
          await inbox.arrived(refund.status === "FAILED" ? "refund.failed" : "refund.succeeded", refund.id);
        expect(behind, "what a webhook told, read at that moment").to.deep.equal([]);
      } finally {
        await inbox.close();
      }
    });

    /** How often the owner of Refunds could not tell a Payment's owner, as its metrics say. */
    async function failedReports(): Promise<number> {
      let failed = 0;
      for (const { admin_url: url } of platform().installation().runtime().processes) {
        if (url === null) continue;
        const text = await (await fetch(`${url}/metrics`)).text();
        for (const [, count] of text.matchAll(
          /^refunds_tellings_total\{[^}]*result="failed"[^}]*\} (\d+)$/gm,
        ))
          failed += Number(count);
      }
      return failed;
    }

    for (const [status, amount] of [
      ["PROCESSING", 1_200],
      ["FAILED", 100_051],
    ] as const) {
      it(`a create answers ${status} no sooner than its Payment can show it`, async () => {
        const { acquirer, database } = platform();
        const id = await paid(PAID);
        const before = await failedReports();
        await acquirer.fault({ operation: "refund", fault: "slow", delay_ms: HELD_MS, times: 1 });
        const answered = send(id, amount).then(refundOf);
        await acquirer.met();
        // Reserved and sent: what is written about Refunds in the Payments' owner's tables waits from here on.
        const letGo = await database.hold("lock table payments.refunds in share row exclusive mode");
        await acquirer.mend();
        try {
          // A create that did not wait would have answered before the second failed notification.
          const twiceInVain = async () => (await failedReports()) > before + 1;
          const first = await Promise.race([answered, waitFor("tellings in vain", twiceInVain, 30_000)]);
          if (first !== true) await compareRefund(first);
        } finally {
          await letGo();
        }
        const refund = await answered;
        expect(refund.status).to.equal(status);
        await compareRefund(refund);
      });
    }
  });
}
