import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf, type Answer } from "./support/api.ts";
import { reconcile } from "./support/reconciliation.ts";
import { LEASE_MS, OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

/**
 * Of requests sent later than that after a process was stopped none fails: three times what is promised
 * (docs/design/operations.md#hung-processes), for a machine that is three times as slow.
 */
const FAILING_MS = 30_000;
/** Some twenty a second: small enough for any machine, and many while the process is in the way. */
const BETWEEN_MS = 50;
/** Sent after another process has taken the place of the one that was stopped. */
const AFTERWARDS = 40;
const AMOUNT = 41_000;

interface Sent {
  readonly key: string;
  readonly sinceStopMs: number;
  readonly answer: Answer | null;
}

describe("one of two processes hangs under load, and is not woken", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, {
    replicas: "payments=2,idempotency=2",
    env: { HUNG_AFTER: "10s", REQUEST_DEADLINE: "25s" },
  });

  /** Creates at a steady rate, from before the stop until another process is in the place of the stopped one. */
  async function creates(service: string): Promise<Sent[]> {
    const { api, pids } = platform();
    const sent: Promise<Sent>[] = [];
    let stoppedAt = Infinity;
    const send = async () => {
      const key = randomUUID();
      const sinceStopMs = performance.now() - stoppedAt;
      sent.push(
        api
          .create({ key, amount: AMOUNT })
          .catch(() => null)
          .then((answer) => ({ key, sinceStopMs, answer })),
      );
      await pause(BETWEEN_MS);
    };
    for (let count = 0; count < AFTERWARDS; count += 1) await send();
    const [hung = 0] = pids(service);
    process.kill(hung, "SIGSTOP");
    stoppedAt = performance.now();
    await waitFor(
      `another process in the place of ${hung}`,
      async () => {
        await send();
        const now = pids(service);
        return now.length === 2 && !now.includes(hung);
      },
      60_000,
    );
    for (let count = 0; count < AFTERWARDS; count += 1) await send();
    return Promise.all(sent);
  }

  for (const service of ["payments", "idempotency"]) {
    it(`${service}: what it held fails, for seconds; every 201 is true, and each key has one payment`, async () => {
      const sent = await creates(service);
      const { acquirer, passTime, output } = platform();
      const failed = sent.filter(({ answer }) => answer?.status !== 201);
      for (const { answer, sinceStopMs } of failed) {
        if (answer === null) throw new Error("the gateway gave no answer");
        expect([answer.status, errorOf(answer).code]).to.deep.equal([503, "service_unavailable"]);
        expect(sinceStopMs, "when it was sent").to.be.below(FAILING_MS);
      }
      for (const { answer } of sent) {
        if (answer?.status !== 201) continue;
        const { id, status } = paymentOf(answer);
        expect([status, await acquirer.charges(id)]).to.deep.equal(["SUCCEEDED", 1]);
      }
      expect(output()).to.match(new RegExp(`${service}-[12] hangs: its /livez has not answered for 10 s`));
      await passTime(LEASE_MS + 25_000);
      await reconcile(
        platform(),
        sent.map(({ key }) => ({ key, amount: AMOUNT })),
      );
    });
  }
});
