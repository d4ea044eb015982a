import {
  moveClock,
  seededRandom,
  shareOf,
  startReceiver,
  waitFor,
  type HttpReceiver,
  type Responder,
} from "@flowlix/testkit";
import { expect } from "chai";
import { HOUR_MS, withNotifier, type Notifier } from "./support/notifier-under-test.ts";

const EVENTS = Number(process.env["NOTIFIER_EVENTS"] ?? shareOf(10_000));
const NEVER = new Promise<never>(() => undefined);
/**
 * How often an event is refused at most; a dozen tries are made in 72 hours (docs/design/decisions.md#delivery), so
 * that some are left for a busy machine.
 */
const FAILURES_MAX = 4;
/** No try begins later than 72 hours after the first. */
const HOURS_MAX = 70;

/** Every way to fail, one after the other: three of ten requests, and rarely one that hangs. */
function failingResponder(): Responder {
  const ways: Responder[] = [
    () => ({ status: 500, body: "\u0000\u0001 an error" }),
    () => ({ status: 302, headers: { location: "http://169.254.169.254/" } }),
    () => "destroy",
    () => ({ status: 404 }),
    () => ({ status: 429, headers: { "retry-after": "1" } }),
  ];
  const random = seededRandom();
  const failures = new Map<string, number>();
  let count = 0;
  return (request) => {
    count += 1;
    const id = String(request.headers["webhook-id"]);
    const failed = failures.get(id) ?? 0;
    const hangs = count % 1_000 === 0;
    if (failed >= FAILURES_MAX || !(hangs || random() < 0.3)) return { status: 200 };
    failures.set(id, failed + 1);
    return hangs ? NEVER : (ways[count % ways.length]?.(request) ?? "destroy");
  };
}

/** The events that a receiver said it has. */
function acknowledging(respond: Responder): { respond: Responder; acknowledged: Map<string, number> } {
  const acknowledged = new Map<string, number>();
  return {
    acknowledged,
    respond: async (request) => {
      const answer = await respond(request);
      if (answer !== "destroy" && answer.status === 200) {
        const id = String(request.headers["webhook-id"]);
        acknowledged.set(id, (acknowledged.get(id) ?? 0) + 1);
      }
      return answer;
    },
  };
}

describe(`${EVENTS} events`, function () {
  this.timeout(600_000);
  const given = withNotifier({ deadlineMs: 2_000 });
  let receivers: HttpReceiver[] = [];
  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    receivers = [];
  });

  const receiver = async (respond: Responder) => {
    const { respond: counted, acknowledged } = acknowledging(respond);
    const started = await startReceiver(counted);
    receivers.push(started);
    return { url: started.url, acknowledged, requests: started.requests };
  };

  it("arrive at every endpoint that lives, through three processes that come and go [D9-19]", async () => {
    const { another, endpoint, accept, database, log } = given();
    const good = await receiver(() => ({ status: 200 }));
    const failing = await receiver(failingResponder());
    const hanging = await receiver(() => NEVER);
    const gone = await receiver(() => ({ status: 410 }));
    await endpoint(good.url);
    const { id: failingId } = await endpoint(failing.url);
    await endpoint(hanging.url);
    const { id: goneId } = await endpoint(gone.url);
    await endpoint("http://127.0.0.1:1/");

    const processes: Notifier[] = [await another(), await another(), await another()];
    for (const one of processes) one.deliver();
    const ids = new Set<string>();
    for (let count = 0; count < EVENTS; count += 500) {
      for (const { event_id } of await accept(Math.min(500, EVENTS - count))) ids.add(event_id);
      // In the middle: one process after the other stops, and a new one begins.
      if (count % 2_500 === 2_000) {
        await processes.shift()?.stop();
        const next = await another();
        next.deliver();
        processes.push(next);
      }
    }
    await waitFor("the good endpoint", () => good.acknowledged.size === ids.size, 300_000);
    expect(new Set(good.acknowledged.keys())).to.deep.equal(ids);

    // Retries come when their time does; the clock is moved on until they have.
    for (let hours = 1; failing.acknowledged.size < ids.size; hours += 1) {
      expect(hours, "hours until everything has arrived").to.be.lessThan(HOURS_MAX);
      await moveClock(database, hours * HOUR_MS);
      const due = () =>
        database.sql(
          "select 1 from notifier.deliveries where endpoint_id = $1 and status = 'pending' and next_attempt_at <= platform.clock() limit 1",
          [failingId],
        );
      await waitFor("what is due", async () => (await due()).length === 0, 300_000);
    }
    expect(new Set(failing.acknowledged.keys())).to.deep.equal(ids);
    const statuses = new Set((await log(goneId)).map(({ status }) => status));
    expect(statuses, "nothing is owed to who is gone").to.deep.equal(new Set(["canceled"]));
  });
});
