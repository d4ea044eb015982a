import { randomUUID } from "node:crypto";
import type { Payment } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { isAlive } from "../support/installation.ts";
import { paymentOf, type Answer, type CreateOptions } from "./support/api.ts";
import { cli } from "./support/merchants.ts";
import { press } from "./support/payer.ts";
import { OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { reconcileBooks } from "./support/reconciliation.ts";

/** A create that a process has begun with its Payment, and is trying in vain. */
interface Begun {
  readonly asked: CreateOptions;
  readonly id: string;
}

/** Both processes are stopped. */
interface Stopped {
  readonly first: number;
  readonly second: number;
  readonly begun: readonly Begun[];
  /** What requests sent so far come to. */
  readonly answers: Promise<Answer | null>[];
}

describe("a create that is stopped over the end of its lease, while another process goes on with its payment", function () {
  this.timeout(TEST_TIMEOUT_MS);
  // So many tries, and so much time for them, that the process is stopped between two of them.
  const DEADLINE_MS = 8_000;
  const LEASE_MS = DEADLINE_MS + 15_000;
  const platform = withPlatform(OVER_NATS, {
    replicas: "payments=2",
    env: { PROVIDER_TRIES: "10", REQUEST_DEADLINE: `${DEADLINE_MS}ms` },
  });
  afterEach(async () => {
    for (const pid of platform().pids("payments").filter(isAlive)) process.kill(pid, "SIGCONT");
    await platform().acquirer.mend();
  });

  /** Both processes of payments, once they take requests. */
  const both = () =>
    waitFor("two payments processes that are ready", async () => {
      const { processes } = platform().installation().runtime();
      const alive = processes.filter(({ service, pid }) => service === "payments" && isAlive(pid));
      const ready = await Promise.all(
        alive.map(({ admin_url: url }) =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      );
      return ready.filter(Boolean).length === 2 && alive.map(({ pid }) => pid);
    });

  /** A request whose answer may never come. */
  const send = (asked: CreateOptions): Promise<Answer | null> =>
    platform()
      .api.create(asked)
      .catch(() => null);

  const begunOf = async (amount: number): Promise<Begun[]> => {
    const rows = await platform().database.sql(
      `select p.id, p.merchant_reference from payments.payments as p where p.amount = $1 and p.status = 'PENDING'`,
      [amount],
    );
    return rows.map(({ id, merchant_reference }) => ({
      asked: askedAs(amount, Number(merchant_reference)),
      id: String(id),
    }));
  };
  const keys = new Map<number, string>();
  /** The request of that reference, which is the same whenever it is sent. */
  function askedAs(amount: number, reference: number): CreateOptions {
    const key = keys.get(reference) ?? randomUUID();
    keys.set(reference, key);
    return { key, amount, changes: { merchant_reference: reference } };
  }
  const ask = (amount: number): CreateOptions => askedAs(amount, 1_000_000_001 + keys.size);

  /** Payments that the first process has begun with, and is stopped before the acquirer has executed anything. */
  async function stopBetweenTries(amount: number, count: number): Promise<Stopped> {
    const { acquirer } = platform();
    const [first = 0, second = 0] = await both();
    await acquirer.fault({ operation: "authorise", fault: "fail_before" });
    process.kill(second, "SIGSTOP");
    const answers: Promise<Answer | null>[] = [];
    // What the bus hands to the second process waits there.
    const begun = await waitFor("payments of the first process", async () => {
      answers.push(send(ask(amount)));
      const rows = await begunOf(amount);
      return rows.length >= count && rows;
    });
    process.kill(first, "SIGSTOP");
    // A try that is on its way is refused before this is answered.
    for (const { id } of begun) expect(await acquirer.charges(id)).to.equal(0);
    expect(await begunOf(amount), "stopped between two tries").to.deep.include.members(begun);
    return { first, second, begun, answers };
  }

  /** Resumes the process and waits until it has exited. */
  async function wakeAndEnd(pid: number): Promise<void> {
    process.kill(pid, "SIGCONT");
    process.kill(pid, "SIGTERM");
    await waitFor("the end of what was stopped", () => !isAlive(pid), 40_000);
  }

  /** A status sync would close the order before anybody goes on with it, so none is due meanwhile. */
  const postponeSync = (id: string) =>
    platform().database.sql(
      `update payments.payments set next_look_at = platform.clock() + interval '1 day' where id = $1 and status = 'PENDING'`,
      [id],
    );

  async function exceptionsOf(ids: readonly string[]): Promise<string[]> {
    const listed = await cli<{ anomalies: readonly { kind: string; object_id: string }[] }>(
      platform(),
      "anomaly",
      "list",
      "--all",
    );
    return listed.anomalies.filter(({ object_id }) => ids.includes(object_id)).map(({ kind }) => kind);
  }

  const read = async (id: string): Promise<Payment> => paymentOf(await platform().api.read(id));
  const becomes = (id: string, status: string) =>
    waitFor(`${id} to be ${status}`, async () => (await read(id)).status === status, 30_000);

  for (const [amount, status, end] of [
    [103_000, "REQUIRES_ACTION", "SUCCEEDED"],
    [104_000, "PROCESSING", "SUCCEEDED"],
    [4_999, "SUCCEEDED", "SUCCEEDED"],
  ] as const) {
    it(`a resumed process does not overrule the other one: ${amount} stays ${status}`, async () => {
      const { acquirer, passTime } = platform();
      const { first, second, begun, answers } = await stopBetweenTries(amount, 1);
      const [{ asked, id } = expect.fail("nothing was begun")] = begun;
      await acquirer.mend();
      process.kill(second, "SIGCONT");

      // What is on its way to the stopped process is never answered, and asked again after another lease.
      const shown = await waitFor(
        "the second process to go on with it",
        async () => {
          await postponeSync(id);
          await passTime(LEASE_MS + 1_000);
          const again = await send(asked);
          return again?.status === 201 && paymentOf(again);
        },
        60_000,
      );
      expect(shown).to.include({ id, status });
      // The deadline of the stopped attempt is over by then.
      await Promise.all(answers);
      await wakeAndEnd(first);

      expect((await read(id)).status).to.be.oneOf(status === "PROCESSING" ? [status, end] : [status]);
      if (status === "REQUIRES_ACTION") await press(shown.next_action?.redirect_url ?? "", "complete");
      await becomes(id, end);
      expect(await acquirer.charges(id)).to.equal(1);
      expect(await exceptionsOf([id])).to.deep.equal([]);
      await reconcileBooks(platform());
    });
  }

  it("removes no payment that a repeated request was told of: it is found, and its key tells of it", async () => {
    const { api, acquirer, passTime } = platform();
    const { first, second, begun, answers } = await stopBetweenTries(30_007, 3);
    // Nobody can say what became of the order, and the next try is refused without being executed.
    await acquirer.fault(
      { operation: "read", fault: "lose_answer" },
      { operation: "authorise", fault: "throttle" },
    );
    process.kill(second, "SIGCONT");
    const report = async ({ asked }: Begun): Promise<Payment> => {
      const answer = send(asked);
      answers.push(answer);
      return paymentOf((await answer) ?? { status: 0, headers: new Headers(), text: "no answer" });
    };
    const shown = await waitFor(
      "a payment that is told of",
      async () => {
        await passTime(LEASE_MS + 1_000);
        return Promise.any(begun.map(report));
      },
      60_000,
    );
    expect(shown.status).to.equal("PENDING");
    process.kill(first, "SIGCONT");
    await Promise.all(answers);
    await wakeAndEnd(first);

    expect((await read(shown.id)).id).to.equal(shown.id);
    const again = await api.create(begun.find(({ id }) => id === shown.id)?.asked);
    expect(paymentOf(again)).to.deep.equal(shown);
    await acquirer.mend();
    await becomes(shown.id, "FAILED");
    expect(await acquirer.charges(shown.id)).to.equal(0);
    expect(await exceptionsOf([shown.id])).to.deep.equal([]);
  });
});
