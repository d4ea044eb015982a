import { createHmac } from "node:crypto";
import { startReceiver, waitFor, type HttpReceiver, type ReceivedRequest, moveClock } from "@flowlix/testkit";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { endOverlap } from "../src/endpoints/end-overlap.ts";
import { rollSecret } from "../src/endpoints/roll-secret.ts";
import { signatureHeaders } from "../src/sending/sign.ts";
import { HOUR_MS, withNotifier } from "./support/notifier-under-test.ts";

const OTHER = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

const textOf = (request: ReceivedRequest) => request.body.toString("utf8");
const headersOf = (request: ReceivedRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));

/** As our documentation tells merchants to verify the second scheme. */
function ownSchemeHolds(secret: string, request: ReceivedRequest): boolean {
  const parts = String(request.headers["flowlix-signature"])
    .split(",")
    .map((part) => part.split("=", 2));
  const at = parts.find(([name]) => name === "t")?.[1] ?? "";
  const expected = createHmac("sha256", secret).update(`${at}.`).update(request.body).digest("hex");
  return parts.some(([name, value]) => name === "v1" && value === expected);
}

describe("a delivery's signatures", () => {
  const given = withNotifier();
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.close());

  const deliveredOf = async (count = 1) => {
    await given().accept(count);
    const requests = await receiver.received(count);
    return requests.at(-1)!;
  };

  it("are verified by the library of Standard Webhooks [D9-17]", async () => {
    const { secret } = await given().endpoint(receiver.url);
    given().notifier.deliver();
    const request = await deliveredOf();
    const event = new Webhook(secret).verify(textOf(request), headersOf(request));
    expect(event).to.deep.equal(JSON.parse(textOf(request)));
    expect(() => new Webhook(OTHER).verify(textOf(request), headersOf(request))).to.throw();
    const tampered = textOf(request).replace("payout", "payment");
    expect(() => new Webhook(secret).verify(tampered, headersOf(request))).to.throw();
    const renamed = { ...headersOf(request), "webhook-id": `evt_${"0".repeat(24)}` };
    expect(() => new Webhook(secret).verify(textOf(request), renamed)).to.throw();
  });

  it("hold beside the trace the event came about in, which is no part of them", async () => {
    const { secret } = await given().endpoint(receiver.url);
    given().notifier.deliver();
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    await given().accept(1, { traceparent });
    const [request] = await receiver.received(1);
    expect(request?.headers["traceparent"]).to.equal(traceparent);
    expect(ownSchemeHolds(secret, request!)).to.equal(true);
    const { traceparent: _, ...others } = headersOf(request!);
    expect(new Webhook(secret).verify(textOf(request!), others)).to.be.an("object");
  });

  for (const [what, traceparent] of [
    ["an event of before has none", null],
    ["its owner tells of none", undefined],
    ["what was told is none", "00-4bf92f3577b34da6\r\nx-injected: 1"],
  ] as const)
    it(`go without a trace where ${what}`, async () => {
      await given().endpoint(receiver.url);
      given().notifier.deliver();
      await given().accept(1, traceparent === undefined ? {} : { traceparent });
      const [request] = await receiver.received(1);
      expect(request?.headers).not.to.include.any.keys("traceparent", "x-injected");
    });

  it("hold in our own scheme, keyed with the whole secret [D9-18]", async () => {
    const { secret } = await given().endpoint(receiver.url);
    given().notifier.deliver();
    const request = await deliveredOf();
    expect(ownSchemeHolds(secret, request)).to.equal(true);
    expect(ownSchemeHolds(OTHER, request)).to.equal(false);
    expect(ownSchemeHolds(secret.slice("whsec_".length), request)).to.equal(false);
  });

  it("are of the new and of the old secret while they overlap, and of the new one alone afterwards [D9-12]", async () => {
    const { notifier, endpoint, scope, accept, database } = given();
    const first = await endpoint(receiver.url);
    const roll = (overlap_seconds: number) =>
      rollSecret(notifier.deps, { scope, endpoint_id: first.id, overlap_seconds });
    const second = await roll(3_600);
    expect(second.secret).not.to.equal(first.secret);
    notifier.deliver();
    const overlapping = await deliveredOf();
    for (const { secret } of [first, second]) {
      expect(ownSchemeHolds(secret, overlapping)).to.equal(true);
      expect(new Webhook(secret).verify(textOf(overlapping), headersOf(overlapping))).to.be.an("object");
    }
    await moveClock(database, HOUR_MS + 1_000);
    await accept(1);
    const later = (await receiver.received(2))[1]!;
    expect(ownSchemeHolds(first.secret, later)).to.equal(false);
    expect(ownSchemeHolds(second.secret, later)).to.equal(true);
    const third = await roll(0);
    await accept(1);
    const last = (await receiver.received(3))[2]!;
    expect(ownSchemeHolds(second.secret, last)).to.equal(false);
    expect(ownSchemeHolds(third.secret, last)).to.equal(true);
  });

  it("are of every secret whose own overlap is not over, so that a roll never ends an earlier one's [D9-12]", async () => {
    const { notifier, endpoint, scope, accept, database } = given();
    const first = await endpoint(receiver.url);
    const roll = (overlap_seconds: number) =>
      rollSecret(notifier.deps, { scope, endpoint_id: first.id, overlap_seconds });
    const second = await roll(7_200);
    const third = await roll(3_600);
    const fourth = await roll(0);
    const holding = (request: ReceivedRequest) =>
      [first, second, third, fourth].map(({ secret }) => ownSchemeHolds(secret, request));
    notifier.deliver();
    const request = await deliveredOf();
    expect(holding(request)).to.deep.equal([true, true, false, true]);
    expect(new Webhook(first.secret).verify(textOf(request), headersOf(request))).to.be.an("object");
    await moveClock(database, HOUR_MS + 1_000);
    await accept(1);
    expect(holding((await receiver.received(2))[1]!)).to.deep.equal([true, false, false, true]);
    await moveClock(database, 2 * HOUR_MS + 1_000);
    await accept(1);
    expect(holding((await receiver.received(3))[2]!)).to.deep.equal([false, false, false, true]);
  });

  it("are of the newest secret alone once the overlap was ended, however often [D9-25]", async () => {
    const { notifier, endpoint, scope, accept } = given();
    const rolled = [await endpoint(receiver.url)];
    const asked = { scope, endpoint_id: rolled[0]!.id };
    for (const overlap_seconds of [7_200, 3_600])
      rolled.push(await rollSecret(notifier.deps, { ...asked, overlap_seconds }));
    const holding = (request: ReceivedRequest) => rolled.map(({ secret }) => ownSchemeHolds(secret, request));
    notifier.deliver();
    expect(holding(await deliveredOf())).to.deep.equal([true, true, true]);
    const ended = await endOverlap(notifier.deps, asked);
    expect(ended).to.include({ id: asked.endpoint_id, status: "enabled" });
    expect(await endOverlap(notifier.deps, asked)).to.deep.equal(ended);
    await accept(1);
    expect(holding((await receiver.received(2))[1]!)).to.deep.equal([false, false, true]);
  });

  it("are of six secrets at most, and of those whose overlap ends last", async () => {
    const { notifier, endpoint, scope } = given();
    const rolled = [await endpoint(receiver.url)];
    for (const overlap_seconds of [300, 100, 200, 400, 500, 600])
      rolled.push(await rollSecret(notifier.deps, { scope, endpoint_id: rolled[0]!.id, overlap_seconds }));
    notifier.deliver();
    const request = await deliveredOf();
    expect(rolled.map(({ secret }) => ownSchemeHolds(secret, request))).to.deep.equal([
      true,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it("are of the secret that a roll replaces, however long others still overlap, and where its answer was lost and it came again, too [D9-12]", async () => {
    const { notifier, endpoint, scope } = given();
    const rolled = [await endpoint(receiver.url)];
    for (const overlap_seconds of [86_400, 86_400, 86_400, 86_400, 86_400, 3_600, 3_600])
      rolled.push(await rollSecret(notifier.deps, { scope, endpoint_id: rolled[0]!.id, overlap_seconds }));
    notifier.deliver();
    const request = await deliveredOf();
    const holding = rolled.map(({ secret }) => ownSchemeHolds(secret, request));
    expect(holding, "of the two short ones, too").to.deep.equal([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it("are of those that can be opened, where the key of one of before has left the ring", async () => {
    const { notifier, endpoint, scope, database } = given();
    const first = await endpoint(receiver.url);
    const roll = () => rollSecret(notifier.deps, { scope, endpoint_id: first.id, overlap_seconds: 3_600 });
    const second = await roll();
    const third = await roll();
    await database.sql(
      "update notifier.endpoints set previous_secrets[2] = replace(previous_secrets[2], '.w1.', '.gone.')",
    );
    notifier.deliver();
    const request = await deliveredOf();
    const holding = [first, second, third].map(({ secret }) => ownSchemeHolds(secret, request));
    expect(holding).to.deep.equal([false, true, true]);
  });

  it("are made anew for each try, under the same event id [D9-19]", async () => {
    const { notifier, endpoint, database, log } = given();
    receiver.answerWith(() => ({ status: receiver.requests.length === 1 ? 500 : 200 }));
    const { id, secret } = await endpoint(receiver.url);
    notifier.deliver();
    const first = await deliveredOf();
    await waitFor("the record", async () => (await log(id))[0]?.attempts === 1);
    // A signature's time is in whole seconds.
    await waitFor(
      "another second",
      () => Date.now() / 1000 >= Number(first.headers["webhook-timestamp"]) + 1,
    );
    await moveClock(database, 20_000);
    const second = (await receiver.received(2))[1]!;
    expect(second.headers["webhook-id"]).to.equal(first.headers["webhook-id"]);
    expect(second.headers["webhook-timestamp"]).not.to.equal(first.headers["webhook-timestamp"]);
    expect(second.headers["webhook-signature"]).not.to.equal(first.headers["webhook-signature"]);
    expect(ownSchemeHolds(secret, second)).to.equal(true);
  });

  it("are over the bytes that are sent, whatever is in them [D9-18]", () => {
    const body = JSON.stringify({ name: 'Zoë 💳 \\ " \u2028' });
    const at = { eventId: `evt_${"a".repeat(24)}`, body, atS: Math.floor(Date.now() / 1000) };
    const headers = signatureHeaders([OTHER], at);
    expect(new Webhook(OTHER).verify(Buffer.from(body).toString("utf8"), headers)).to.deep.equal(
      JSON.parse(body),
    );
  });
});
