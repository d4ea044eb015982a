import { expect } from "chai";
import type { PublicEvent } from "@flowlix/contracts";
import { startReceiver, waitFor } from "@flowlix/testkit";
import { errorOf, paymentOf } from "./support/api.ts";
import { describeEndpointManagement } from "./support/endpoint-management.ts";
import { newKey, newMerchant, type Merchant } from "./support/merchants.ts";
import { payoutOf, payoutRequest } from "./support/payouts.ts";
import { TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { refundOf } from "./support/refunds.ts";
import { eventIn, objectOf, signedBy, startInbox, webhooksOf, type Inbox } from "./support/webhooks.ts";

for (const wiring of WIRINGS) {
  describe(`webhooks, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    let merchant: Merchant;
    let hooks: ReturnType<typeof webhooksOf>;
    let inbox: Inbox;
    /** A merchant of its own, so that every event is of the test's. */
    beforeEach(async () => {
      merchant = await newMerchant(platform());
      hooks = webhooksOf(merchant.api);
      inbox = await startInbox();
    });
    afterEach(async () => {
      await platform().letTimeRun();
      await inbox.close();
    });

    const typesOf = (events: readonly PublicEvent[], id: string) =>
      events.filter((event) => objectOf(event)?.id === id).map(({ type }) => type);

    it("a Payment's statuses are told once each, as its GET shows it, signed in both ways [EV-1, D9-3]", async () => {
      const { secret } = await hooks.create(inbox.receiver.url);
      const paid = paymentOf(await merchant.api.create());
      const declined = paymentOf(await merchant.api.create({ amount: 100_051 }));
      const slow = paymentOf(await merchant.api.create({ amount: 104_000 }));
      const event = await inbox.arrived("payment.succeeded", paid.id);
      expect(Object.keys(event)).to.deep.equal(["id", "type", "created_at", "livemode", "data"]);
      expect(event.livemode).to.equal(false);
      expect(event.data).to.deep.equal({ payment: paymentOf(await merchant.api.read(paid.id)) });
      expect((await inbox.arrived("payment.failed", declined.id)).data.payment).to.deep.equal(declined);
      expect((await inbox.arrived("payment.processing", slow.id)).data.payment).to.deep.equal(slow);
      await inbox.arrived("payment.succeeded", slow.id);
      expect(typesOf(inbox.events(), paid.id)).to.deep.equal(["payment.succeeded"]);
      expect(typesOf(inbox.events(), slow.id)).to.deep.equal(["payment.processing", "payment.succeeded"]);
      for (const request of inbox.receiver.requests) {
        expect(signedBy(secret, request)).to.deep.equal([true, true]);
        expect(request.headers).to.include({
          "content-type": "application/json",
          "webhook-id": eventIn(request).id,
        });
      }
      expect(inbox.receiver.requests.map(({ body }) => body.toString()).join()).not.to.match(
        /4111111111111111/,
      );
    });

    it("an action is told with the link of its create: to the bank, and to the hosted page [D9-4]", async () => {
      await hooks.create(inbox.receiver.url);
      const bank = paymentOf(await merchant.api.create({ amount: 103_000 }));
      const reported = await inbox.arrived("payment.requires_action", bank.id);
      expect(reported.data.payment?.next_action).to.deep.equal(bank.next_action);
      const hosted = paymentOf(
        await hooks.post("/v1/payments/hpp", {
          amount: 4999,
          currency: "EUR",
          merchant_customer_id: "customer-1",
          return_url: "https://shop.example/return",
        }),
      );
      const page = await inbox.arrived("payment.requires_action", hosted.id);
      expect(page.data.payment).to.deep.equal(hosted);
      expect((await hooks.event(page.id)).data.payment).to.deep.equal(hosted);
      expect((await fetch(String(hosted.next_action?.redirect_url))).status).to.equal(200);
    });

    it("a Refund's success arrives when its Payment's amount_refunded has moved [D9-5]", async () => {
      const paid = paymentOf(await merchant.api.create());
      let refundedThen: number | undefined;
      inbox.receiver.answerWith(async (request) => {
        if (eventIn(request).type === "refund.succeeded")
          refundedThen ??= paymentOf(await merchant.api.read(paid.id)).amount_refunded;
        return { status: 204 };
      });
      await hooks.create(inbox.receiver.url, ["refund.processing", "refund.succeeded"]);
      const refund = refundOf(
        await hooks.post("/v1/refunds", { payment_id: paid.id, amount: 1_200, reason: "returned" }),
      );
      expect((await inbox.arrived("refund.processing", refund.id)).data.refund).to.deep.equal(refund);
      const ended = await inbox.arrived("refund.succeeded", refund.id);
      await waitFor("the status sync of the Payment", () => refundedThen !== undefined);
      expect(refundedThen).to.equal(1_200);
      const read = refundOf(await merchant.api.send("GET", `/v1/refunds/${refund.id}`));
      expect(ended.data.refund).to.deep.equal(read);
    });

    it("a Payout's statuses are told, the one it is born in included, with both names as they were sent [EV-1, EV-3]", async () => {
      await hooks.create(inbox.receiver.url);
      const payout = payoutOf(await hooks.post("/v1/payouts", payoutRequest()));
      const ended = await inbox.arrived("payout.succeeded", payout.id);
      const read = payoutOf(await merchant.api.send("GET", `/v1/payouts/${payout.id}`));
      expect(ended.data.payout).to.deep.equal(read);
      const types = typesOf(await hooks.events(), payout.id).toReversed();
      expect(types).to.deep.equal(["payout.pending", "payout.processing", "payout.succeeded"]);
      for (const { data } of inbox.events())
        expect(data.payout?.recipient).to.deep.equal(payoutRequest().recipient);
    });

    it("events are listed newest first and read one by one, the merchant's own alone [D9-6]", async () => {
      const ids = [];
      for (const amount of [4999, 100_051]) ids.push(paymentOf(await merchant.api.create({ amount })).id);
      const events = await waitFor("both events", async () => {
        const all = await hooks.events();
        return all.length === 2 && all;
      });
      expect(events.map((event) => objectOf(event)?.id)).to.deep.equal(ids.toReversed());
      expect(await hooks.event(events[0]?.id ?? "")).to.deep.equal(events[0]);
      const other = await newMerchant(platform());
      expect(await webhooksOf(other.api).events()).to.deep.equal([]);
      const hidden = await other.api.send("GET", `/v1/events/${events[0]?.id}`);
      expect([hidden.status, errorOf(hidden).code]).to.deep.equal([404, "object_not_found"]);
    });

    it("a key that may make payouts alone reads of payouts alone, and manages no endpoints [D9-8]", async () => {
      await merchant.api.create();
      await hooks.post("/v1/payouts", payoutRequest());
      await waitFor("all events", async () => (await hooks.events()).length >= 3);
      const key = await newKey(platform(), merchant.id, "sandbox", { permissions: ["payouts"] });
      const own = webhooksOf(platform().apiFor(key.api_key));
      expect(new Set((await own.events()).map(({ type }) => type.split(".")[0]))).to.deep.equal(
        new Set(["payout"]),
      );
      const body = { url: inbox.receiver.url, enabled_events: ["*"] };
      expect((await own.send("POST", "/v1/webhook_endpoints", body)).status).to.equal(403);
    });

    it("a resend goes under the same id to every enabled endpoint that wants the type, and to no other [D9-7]", async () => {
      const paid = paymentOf(await merchant.api.create());
      const event = await waitFor("the event", async () =>
        (await hooks.events()).find((one) => objectOf(one)?.id === paid.id),
      );
      const others = await startReceiver();
      await hooks.create(`${others.url}/payouts`, ["payout.succeeded"]);
      const { id: off } = await hooks.create(`${others.url}/off`);
      await hooks.update(off, { status: "disabled" });
      await hooks.create(`${inbox.receiver.url}/1`, ["payment.succeeded"]);
      await hooks.create(`${inbox.receiver.url}/2`);
      expect(await hooks.resend(event.id)).to.deep.equal({ ...event, deliveries: 2 });
      const requests = await inbox.receiver.received(2);
      expect(requests.map(({ path }) => path).toSorted()).to.deep.equal(["/1", "/2"]);
      expect(requests.map(eventIn)).to.deep.equal([event, event]);
      expect(others.requests).to.deep.equal([]);
      await others.close();
    });

    it("a dead endpoint delays no other, and one that answers 410 is disabled until somebody enables it [D9-21]", async () => {
      const hanging = await startReceiver(() => new Promise(() => undefined));
      await hooks.create(hanging.url);
      const gone = await startReceiver(() => ({ status: 410 }));
      const { id } = await hooks.create(gone.url);
      await hooks.create(inbox.receiver.url);
      const paid = [];
      for (let nth = 0; nth < 12; nth += 1) paid.push(paymentOf(await merchant.api.create()).id);
      for (const one of paid) await inbox.arrived("payment.succeeded", one);
      const disabled = await waitFor("the end of the endpoint", async () => {
        const endpoint = await hooks.read(id);
        return endpoint.status === "disabled" && endpoint;
      });
      expect(disabled.disabled_reason).to.equal("gone");
      const before = gone.requests.length;
      await inbox.arrived("payment.succeeded", paymentOf(await merchant.api.create()).id);
      expect(gone.requests.length).to.equal(before);
      gone.answerWith(() => ({ status: 200 }));
      expect((await hooks.update(id, { status: "enabled" })).disabled_reason).to.equal(null);
      await merchant.api.create();
      await gone.received(before + 1);
      await Promise.all([hanging.close(), gone.close()]);
    });

    it("an endpoint that failed is tried again with a fresh signature, and the log says how each try went [D9-13, D9-19, D9-26]", async () => {
      const { id, secret } = await hooks.create(inbox.receiver.url);
      await platform().stopTime();
      inbox.receiver.answerWith(() => ({ status: 500, body: "<h1>Out of order</h1>\n" }));
      await merchant.api.create();
      const failed = await hooks.delivered(id, "the failure", ({ attempts }) => attempts === 1);
      expect(failed).to.include({ status: "pending", event_type: "payment.succeeded" });
      expect(failed.last_attempt).to.include({ http_status: 500, error: null });
      expect(failed.last_attempt?.response_prefix).to.contain("<h1>Out of order</h1>");
      const [pause] = await platform().database.sql(
        "select next_attempt_at - platform.clock() between '9 s' and '11 s' as as_planned from notifier.deliveries where id = $1",
        [failed.id],
      );
      expect(pause, "ten seconds, a tenth more or less").to.deep.equal({ as_planned: true });
      inbox.receiver.answerWith(() => ({ status: 200 }));
      await platform().passTime(15_000);
      const done = await hooks.delivered(id, "the success", ({ status }) => status === "succeeded");
      expect(done).to.include({ id: failed.id, attempts: 2, next_attempt_at: null });
      expect(done.earlier_attempts).to.deep.equal([failed.last_attempt]);
      const [first, second] = inbox.receiver.requests;
      expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).to.equal(true);
      expect(second?.headers["webhook-id"]).to.equal(first?.headers["webhook-id"]);
      for (const request of inbox.receiver.requests)
        expect(signedBy(secret, request)).to.deep.equal([true, true]);
    });

    describeEndpointManagement(platform, () => ({ merchant, hooks, inbox }));

    if (wiring.distributed) {
      it("while the notifier is stopped payments go on, health is degraded, and events wait and arrive [EV-2]", async () => {
        await hooks.create(inbox.receiver.url);
        const health = async () => (await merchant.api.send("GET", "/v1/health")).text;
        platform().signal("notifier", "SIGSTOP");
        try {
          const paid = paymentOf(await merchant.api.create());
          expect(paid.status).to.equal("SUCCEEDED");
          await waitFor("degraded health", async () => (await health()) === '{"status":"degraded"}');
          const refused = await hooks.send("GET", "/v1/events");
          expect([refused.status, errorOf(refused).code]).to.deep.equal([503, "service_unavailable"]);
          expect(inbox.receiver.requests).to.deep.equal([]);
          platform().signal("notifier", "SIGCONT");
          await inbox.arrived("payment.succeeded", paid.id);
          await waitFor("good health", async () => (await health()) === '{"status":"ok"}');
        } finally {
          platform().signal("notifier", "SIGCONT");
        }
      });

      it("a notifier that is killed is started again, and events of the meantime arrive", async () => {
        await hooks.create(inbox.receiver.url);
        const [killed = 0] = platform().pids("notifier");
        process.kill(killed, "SIGKILL");
        const paid = [];
        for (let nth = 0; nth < 5; nth += 1) paid.push(paymentOf(await merchant.api.create()).id);
        for (const id of paid) await inbox.arrived("payment.succeeded", id);
      });
    }

    it("no secret of an endpoint is in what the platform prints [D9-15]", async () => {
      const { id, secret } = await hooks.create(inbox.receiver.url);
      await hooks.roll(id, 60);
      await merchant.api.create();
      await inbox.receiver.received(1);
      expect(platform().output()).not.to.contain(secret).and.not.to.contain("whsec_");
    });
  });
}
