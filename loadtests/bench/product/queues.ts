import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseProbe } from "../measure/database.ts";

const EMPTY_TIMEOUT_MS = 120_000;
const POLL_MS = 20;

/**
 * Accepted work that has not ended. Events on their way to the notifier do not count. By what has an index: where there
 * are millions, polling would cost more than what is measured.
 */
const UNFINISHED = `
  select (select count(*) from payments.payments
           where next_look_at is not null and status in ('PENDING', 'PROCESSING')) as payments,
         (select count(*) from idempotency.records
           where created_at > now() - interval '1 hour' and state <> 'done') as keys`;

/**
 * Waits until every queue is empty. `mark` is called before each poll, and what it answered before the
 * poll that found nothing is the end of the run: polling itself costs neither time nor processor.
 */
export async function untilQueuesEmpty<T>(probe: DatabaseProbe, mark: () => Promise<T>): Promise<T> {
  const until = performance.now() + EMPTY_TIMEOUT_MS;
  for (;;) {
    const end = await mark();
    const [left] = await probe.rows<{ payments: string; keys: string }>(UNFINISHED);
    if (Number(left?.payments) === 0 && Number(left?.keys) === 0) return end;
    if (performance.now() > until) {
      throw new Error(`queues are not empty after ${EMPTY_TIMEOUT_MS} ms: ${JSON.stringify(left)}`);
    }
    await sleep(POLL_MS);
  }
}
