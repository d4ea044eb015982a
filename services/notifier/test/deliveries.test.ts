import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";
import {
  type HttpReceiver,
  moveClock,
  type ReceiverAnswer,
  startReceiver,
  stopClock,
  waitFor,
} from "@flowlix/testkit";
import { expect } from "chai";
import { getEndpoint } from "../src/endpoints/get-endpoint.ts";
import { updateEndpoint } from "../src/endpoints/update-endpoint.ts";
import { rollSecret } from "../src/endpoints/roll-secret.ts";
import { HOUR_MS, withNotifier } from "./support/notifier-under-test.ts";

/** Answers each connection with these bytes, and ends it or keeps it open. */
async function rawServer(
  bytes: string | Buffer,
  end: boolean,
): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(bytes);
      if (end) socket.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Of a process that waits for an answer that never ends. */
const IMPATIENT_MS = 2_000;

describe("a delivery", () => {
  const given = withNotifier();
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.close());

  const recorded = (endpointId: string, attempts: number) =>
    waitFor(`try ${attempts}`, async () => {
      const [delivery] = await given().log(endpointId);
      return delivery !== undefined && delivery.attempts >= attempts && delivery;
    });

  const failing = async (endpointId: string) =>
    (
      await given().database.sql("select failing_from from notifier.endpoints where id = $1", [endpointId])
    )[0]?.["failing_from"];

  it("is a POST of the event, and its success is in the log [D9-19]", async () => {
    const { notifier, endpoint, accept } = given();
    const { id } = await endpoint(`${receiver.url}/hooks?a=1`);
    notifier.deliver();
    const [event] = await accept(1);
    const [request] = await receiver.received(1);
    expect(request?.method).to.equal("POST");
    expect(request?.path).to.equal("/hooks?a=1");
    expect(request?.headers).to.include({
      "content-type": "application/json",
      "webhook-id": event?.event_id,
    });
    expect(request?.body.toString("utf8")).to.equal(event?.payload);
    const delivery = await recorded(id, 1);
    expect(delivery).to.deep.include({
      event_id: event?.event_id,
      status: "succeeded",
      next_attempt_at: null,
    });
    expect(delivery.last_attempt).to.include({ http_status: 200, error: null, response_prefix: null });
  });

  it("carries the link of a hosted page with its token, which the event at rest does not have [D9-4]", async () => {
    const { notifier, endpoint, accept, scope } = given();
    await endpoint(receiver.url);
    notifier.deliver();
    const id = `pay_${"a".repeat(24)}`;
    const payment = {
      id,
      description: "/{page_token:p1}",
      next_action: {
        reason: "hosted_payment_page",
        redirect_url: `https://pay.example/pay/${id}/{page_token:p1}`,
      },
    };
    const event = { type: "payment.requires_action", data: { payment } };
    const [accepted] = await accept(1, { event_type: event.type, payload: JSON.stringify(event) });
    const [request] = await receiver.received(1);
    const sent = JSON.parse(request!.body.toString("utf8"));
    expect(sent.data.payment.next_action.redirect_url).to.match(/\/pay\/pay_a{24}\/[A-Za-z0-9_-]{43}$/);
    expect(sent.data.payment.description).to.equal(payment.description);
    expect(await notifier.deps.eventsReads.get(scope, accepted?.event_id ?? "")).to.equal(
      JSON.stringify(event),
    );
  });

  const answers: [name: string, answer: ReceiverAnswer, shown: object][] = [
    ["204", { status: 204 }, { http_status: 204, response_prefix: null }],
    ["202 with a body", { status: 202, body: "thanks" }, { http_status: 202, response_prefix: "thanks" }],
    [
      "a body longer than is kept",
      { status: 200, body: "x".repeat(100_000) },
      { response_prefix: "x".repeat(256) },
    ],
  ];
  for (const [name, answer, shown] of answers)
    it(`has succeeded with ${name} [D9-19]`, async () => {
      const { notifier, endpoint, accept } = given();
      receiver.answerWith(() => answer);
      const { id } = await endpoint(receiver.url);
      notifier.deliver();
      await accept(1);
      const delivery = await recorded(id, 1);
      expect(delivery.status).to.equal("succeeded");
      expect(delivery.last_attempt).to.include(shown);
    });

  for (const [name, status] of [
    ["a server's error", 500],
    ["a refusal", 404],
    ["a redirect", 307],
    ["not modified", 304],
  ] as const)
    it(`has failed with ${name}, and is tried again after about ten seconds [D9-19]`, async () => {
      const { notifier, endpoint, accept, database } = given();
      await stopClock(database);
      receiver.answerWith(() => ({ status, headers: { location: `${receiver.url}/elsewhere` } }));
      const { id } = await endpoint(receiver.url);
      notifier.deliver();
      await accept(1);
      const delivery = await recorded(id, 1);
      expect(delivery).to.include({ status: "pending", attempts: 1 });
      expect(delivery.last_attempt).to.include({ http_status: status });
      const [row] = await database.sql(
        "select next_attempt_at - platform.clock() between '9 s' and '11 s' as soon from notifier.deliveries",
      );
      expect(row).to.deep.equal({ soon: true });
      receiver.answerWith(() => ({ status: 200 }));
      await moveClock(database, 12_000);
      expect(await recorded(id, 2)).to.include({ status: "succeeded", attempts: 2 });
      expect(receiver.requests.map(({ path }) => path)).to.deep.equal(["/", "/"]);
    });

  const HEAD = "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n";
  const broken: [name: string, bytes: string | Buffer, end: boolean, error: string][] = [
    ["closes without an answer", "", true, "connection_closed"],
    ["closes within the head of its answer", "HTTP/1.1 200 OK\r\nserver: x", true, "connection_closed"],
    ["never answers", "", false, "timeout"],
    ["never ends the head of its answer", "HTTP/1.1 200 OK\r\nserver: x", false, "timeout"],
    ["answers garbage", "\u0000\u0001 nothing of HTTP\r\n\r\n", true, "invalid_response"],
    ["answers bytes at random", Buffer.from([0xff, 0xfe, 0x00, 0x16, 0x03, 0x01]), true, "invalid_response"],
    [
      "has a head without an end",
      `HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(20_000)}`,
      false,
      "invalid_response",
    ],
  ];
  for (const [name, bytes, end, error] of broken)
    it(`has failed where the receiver ${name} [D9-19]`, async () => {
      const { endpoint, accept } = given();
      const server = await rawServer(bytes, end);
      const { id } = await endpoint(server.url);
      (await given().another(error === "timeout" ? { deadlineMs: IMPATIENT_MS } : {})).deliver();
      await accept(1);
      const delivery = await recorded(id, 1);
      expect(delivery.status).to.equal("pending");
      expect(delivery.last_attempt).to.include({ http_status: null, error, response_prefix: null });
      await server.close();
    });

  for (const [name, bytes, end, prefix] of [
    ["ends before its body does", `${HEAD}cut`, true, "cut"],
    ["never ends", `${HEAD}slow`, false, "slow"],
    ["is no text", Buffer.concat([Buffer.from(HEAD), Buffer.alloc(50, 1)]), true, ".".repeat(50)],
  ] as const)
    it(`has succeeded with a good answer whose body ${name} [D9-19]`, async () => {
      const { notifier, endpoint, accept } = given();
      const server = await rawServer(bytes, end);
      const { id } = await endpoint(server.url);
      notifier.deliver();
      await accept(1);
      const delivery = await recorded(id, 1);
      expect(delivery.status).to.equal("succeeded");
      expect(delivery.last_attempt).to.include({ http_status: 200, response_prefix: prefix });
      await server.close();
    });

  it("keeps nothing of an answer that looks like a card's number", async () => {
    const { notifier, endpoint, accept } = given();
    receiver.answerWith(() => ({ status: 200, body: "paid with 4242 4242 4242 4242" }));
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    await accept(1);
    expect((await recorded(id, 1)).last_attempt?.response_prefix).not.to.contain("4242 4242");
  });

  it("has failed where nobody listens", async () => {
    const { notifier, endpoint, accept } = given();
    const { id } = await endpoint("http://127.0.0.1:1/");
    notifier.deliver();
    await accept(1);
    expect((await recorded(id, 1)).last_attempt).to.include({ error: "connection_refused" });
  });

  it("waits as long as a 503 asks for [D9-20]", async () => {
    const { notifier, endpoint, accept, database } = given();
    await stopClock(database);
    receiver.answerWith(() => ({ status: 503, headers: { "retry-after": "7200" } }));
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    await accept(1);
    expect(await recorded(id, 1)).to.include({ status: "pending" });
    const rows = await database.sql(
      "select extract(epoch from next_attempt_at - platform.clock())::float8 as pause_s from notifier.deliveries",
    );
    expect(rows).to.deep.equal([{ pause_s: 7_200 }]);
  });

  it("is given up 72 hours after it began, and counted [D9-20]", async () => {
    const { notifier, endpoint, accept, database } = given();
    await stopClock(database);
    receiver.answerWith(() => ({ status: 500 }));
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    await accept(1);
    await recorded(id, 1);
    await moveClock(database, 71.5 * HOUR_MS);
    expect(await recorded(id, 2)).to.include({ status: "pending" });
    await moveClock(database, 72.5 * HOUR_MS);
    expect(await recorded(id, 3)).to.include({ status: "failed", next_attempt_at: null });
    await waitFor("the count", async () =>
      /^notifier_webhook_exhausted_total 1$/m.test(await notifier.metrics.text()),
    );
  });

  it("ends with a 410: its endpoint is disabled, and what else was pending for it is cancelled [D9-21]", async () => {
    const { notifier, endpoint, accept, scope, log, database } = given();
    await stopClock(database);
    receiver.answerWith(() => ({ status: 500 }));
    const { id } = await endpoint(receiver.url);
    notifier.deliver();
    await accept(3);
    await waitFor("three tries", async () => (await log(id)).every(({ attempts }) => attempts === 1));
    receiver.answerWith(() => ({ status: 410 }));
    await moveClock(database, 12_000);
    const gone = await waitFor("the end", async () => {
      const found = await getEndpoint(notifier.deps, { scope, endpoint_id: id });
      return found.status === "disabled" && found;
    });
    expect(gone).to.include({ disabled_reason: "gone", failing_since: null });
    expect((await log(id)).map(({ status, next_attempt_at }) => [status, next_attempt_at])).to.deep.equal(
      Array.from({ length: 3 }, () => ["canceled", null]),
    );
    await accept(1);
    expect(await log(id), "nothing new is owed to it").to.have.length(3);
    const acts = await database.sql(
      "select actor, act, subject from notifier.audit order by id desc limit 1",
    );
    expect(acts).to.deep.equal([{ actor: "notifier", act: "webhook_endpoint.disable", subject: id }]);
    expect((await notifier.deps.queues.cancelDead()).more).to.equal(false);
    const left = await database.sql(
      "select count(*)::integer as n from notifier.deliveries where status = 'pending'",
    );
    expect(left).to.deep.equal([{ n: 0 }]);
  });

  it("of before is not revived when a disabled endpoint is enabled again", async () => {
    const { notifier, endpoint, accept, scope, log } = given();
    const { id } = await endpoint(receiver.url);
    await accept(1);
    const set = (status: "enabled" | "disabled") =>
      updateEndpoint(notifier.deps, { scope, endpoint_id: id, status });
    expect(await set("disabled")).to.include({ status: "disabled", disabled_reason: "merchant" });
    expect((await log(id)).map(({ status }) => status)).to.deep.equal(["canceled"]);
    expect(await set("enabled")).to.include({ status: "enabled", disabled_reason: null });
    const [fresh] = await accept(1);
    notifier.deliver();
    const [request] = await receiver.received(1);
    expect(request?.headers["webhook-id"]).to.equal(fresh?.event_id);
    expect((await log(id)).map(({ status }) => status)[0]).to.equal("canceled");
    expect(receiver.requests).to.have.length(1);
  });

  it("goes to the URL and is signed with the secret that hold when it is tried", async () => {
    const { notifier, endpoint, accept, scope } = given();
    const { id } = await endpoint("http://127.0.0.1:1/");
    await accept(1);
    await updateEndpoint(notifier.deps, { scope, endpoint_id: id, url: `${receiver.url}/new` });
    await rollSecret(notifier.deps, { scope, endpoint_id: id, overlap_seconds: 0 });
    notifier.deliver();
    const [request] = await receiver.received(1);
    expect(request?.path).to.equal("/new");
  });

  it("waits on its schedule where its endpoint's secret cannot be opened", async () => {
    const { notifier, endpoint, accept, database } = given();
    const { id } = await endpoint(receiver.url);
    await database.sql("update notifier.endpoints set secret = '1.gone.AAAA'");
    notifier.deliver();
    await accept(1);
    expect(await recorded(id, 1)).to.include({ status: "pending" });
    expect((await recorded(id, 1)).last_attempt).to.include({ error: "signing_failed", http_status: null });
    expect(await failing(id), "which is no fault of the endpoint's").to.equal(null);
    expect(receiver.requests).to.deep.equal([]);
  });

  it("of an event that is no more is given up at once", async () => {
    const { notifier, endpoint, accept, database } = given();
    const { id } = await endpoint(receiver.url);
    await accept(1);
    await database.sql("delete from notifier.events");
    notifier.deliver();
    expect(await recorded(id, 1)).to.include({ status: "failed", next_attempt_at: null });
    expect((await recorded(id, 1)).last_attempt).to.include({ error: "event_deleted" });
    expect(await failing(id), "which is no fault of the endpoint's").to.equal(null);
    expect(await notifier.metrics.text()).not.to.match(/^notifier_webhook_exhausted_total [1-9]/m);
    expect(receiver.requests).to.deep.equal([]);
  });

  it("marks its endpoint once nothing has reached it for a day, and unmarks it with the first success [D9-21]", async () => {
    const { notifier, endpoint, accept, scope, database } = given();
    receiver.answerWith(() => ({ status: 500 }));
    const { id } = await endpoint(receiver.url);
    const since = async () => (await getEndpoint(notifier.deps, { scope, endpoint_id: id })).failing_since;
    await stopClock(database);
    const [failedAt] = await database.sql("select floor(extract(epoch from platform.clock()))::integer as s");
    notifier.deliver();
    await accept(1);
    await recorded(id, 1);
    expect(await since()).to.equal(null);
    await moveClock(database, 25 * HOUR_MS);
    await recorded(id, 2);
    expect(await since()).to.equal(failedAt?.["s"]);
    expect((await notifier.deps.deliveries.backlog()).failingEndpoints).to.equal(1);
    receiver.answerWith(() => ({ status: 200 }));
    await accept(1);
    await waitFor("a success", async () => (await since()) === null);
    expect((await notifier.deps.deliveries.backlog()).failingEndpoints).to.equal(0);
  });

  it("counts its merchant as not reached while all that is owed something fails, and says for how long", async () => {
    const { notifier, endpoint, accept, database } = given();
    receiver.answerWith(() => ({ status: 500 }));
    const { id } = await endpoint(receiver.url);
    const reached = async () =>
      (await notifier.deps.deliveries.merchantsReached()).map(
        ({ reached: yes, unreached, unreachedSeconds }) => ({
          yes,
          unreached,
          hours: Math.floor(unreachedSeconds / 3_600),
        }),
      );
    expect(await reached()).to.deep.equal([{ yes: 1, unreached: 0, hours: 0 }]);
    await stopClock(database);
    notifier.deliver();
    await accept(1);
    await recorded(id, 1);
    await moveClock(database, HOUR_MS);
    expect(await reached()).to.deep.equal([{ yes: 0, unreached: 1, hours: 1 }]);
    receiver.answerWith(() => ({ status: 200 }));
    await accept(1);
    await waitFor("a success", async () => (await reached())[0]?.unreached === 0);
    expect(await reached()).to.deep.equal([{ yes: 1, unreached: 0, hours: 0 }]);
  });
});
