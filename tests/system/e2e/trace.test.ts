import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TraceEntry } from "@flowlix/contracts";
import { startReceiver, waitFor, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { cli, newMerchant } from "./support/merchants.ts";
import { followToMerchant, press } from "./support/payer.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { BUS_WIRINGS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundOf } from "./support/refunds.ts";
import { statementOf } from "./support/statement.ts";
import { webhooksOf } from "./support/webhooks.ts";

interface Trace {
  readonly objects: readonly { readonly id: string; readonly request_id: string | null }[];
  readonly timeline: readonly TraceEntry[];
  readonly trace_ids: readonly string[];
  readonly log: { readonly find: readonly string[] };
  readonly missing: readonly string[];
}

interface WithLines {
  readonly timeline: readonly (Pick<TraceEntry, "facts"> & { readonly part: string })[];
}

/** What a Payment with 3D Secure and a Refund must tell of, by the first letters of the id. */
const EXPECTED = [
  "pay request begun",
  "pay key done",
  "pay status PENDING",
  "pay call authorise",
  "pay status REQUIRES_ACTION",
  "pay event payment.requires_action",
  "pay delivery succeeded",
  "pay status SUCCEEDED",
  "pay journal capture",
  "pay event payment.succeeded",
  "pay callback succeeded",
  "pay call read",
  "pay acquirer last status sync",
  "pay status refund reserved",
  "pay statement day compared",
  "ref request begun",
  "ref key done",
  "ref call refund",
  "ref status PROCESSING",
  "ref call read_refund",
  "ref status SUCCEEDED",
  "ref journal refund",
  "ref event refund.succeeded",
  "ref statement day compared",
] as const;

/** As values of their own: ids, traces and times are drawn, and hold any such letters and digits in time. */
const OF_A_PERSON = /4111111111111111|\b1111\b|\bAda\b|Lovelace|\b203\.0\.113|whsec_/;

for (const wiring of BUS_WIRINGS) {
  describe(`the story of an object, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    const statement = statementOf(platform);
    const payouts = payoutsOf(platform);
    let receiver: HttpReceiver;
    before(async () => {
      let answers = 0;
      receiver = await startReceiver(() => ({ status: ++answers === 1 ? 500 : 204 }));
    });
    after(() => receiver?.close());

    const trace = (id: string) => cli<Trace>(platform(), "trace", id);

    it("is told by one command, for a Payment that went through everything, by any of its names", async () => {
      // Far from the real midnight: the day that is compared is that of all that happens here.
      await statement.nextDayAt("12:00:00");
      const merchant = await newMerchant(platform());
      const hooks = webhooksOf(merchant.api);
      const endpoint = await hooks.create(receiver.url);
      const created = await merchant.api.create({ amount: 103_000 });
      const payment = paymentOf(created);
      await hooks.delivered(endpoint.id, "a try that failed", ({ attempts }) => attempts > 0);
      await followToMerchant(await press(payment.next_action?.redirect_url ?? "", "complete"));
      await waitFor(
        "the charge",
        async () => paymentOf(await merchant.api.read(payment.id)).status === "SUCCEEDED",
      );
      const sent = await hooks.post("/v1/refunds", {
        payment_id: payment.id,
        amount: 1_000,
        reason: "returned",
      });
      const refund = refundOf(sent);
      await platform().passTime(60_000);
      await hooks.delivered(
        endpoint.id,
        "the retry",
        ({ status, attempts }) => status === "succeeded" && attempts > 1,
      );
      await waitFor("the refund's end", async () => {
        const read = await merchant.api.send("GET", `/v1/refunds/${refund.id}`);
        return refundOf(read).status === "SUCCEEDED";
      });
      await waitFor("the acquirer's callbacks", async () => {
        const rows = await platform().database.sql("select from payments.callbacks");
        return rows.length > 0;
      });
      await waitFor("its calls to be written", async () => {
        const rows = await platform().database.sql(
          "select from refunds.acquirer_calls where operation = 'read_refund'",
        );
        return rows.length > 0;
      });
      await waitFor("all to be delivered", async () => {
        const all = await hooks.deliveries(endpoint.id);
        return all.length >= 4 && all.every(({ status }) => status === "succeeded");
      });
      await statement.compare("today");
      const story = await trace(payment.id);
      const requestOf = (answer: { headers: Headers }) => String(answer.headers.get("request-id"));

      expect(story.missing).to.deep.equal([]);
      expect(story.objects.map(({ id, request_id }) => [id, request_id])).to.deep.equal([
        [payment.id, requestOf(created)],
        [refund.id, requestOf(sent)],
      ]);
      const reported = story.timeline.map(
        ({ object_id, part, what }) => `${object_id.slice(0, 3)} ${part} ${what}`,
      );
      for (const line of EXPECTED) expect(reported).to.include(line);
      const times = story.timeline.map(({ at_ms }) => at_ms);
      expect(times, "in the order of the databases' times").to.deep.equal(times.toSorted((a, b) => a - b));
      const causes = story.timeline
        .filter(
          ({ part, object_id, facts }) => part === "status" && object_id === payment.id && "cause" in facts,
        )
        .map(({ what, facts }) => [what, facts["cause"]]);
      expect(causes.slice(0, 2), JSON.stringify(causes)).to.deep.equal([
        ["PENDING", "create"],
        ["REQUIRES_ACTION", "create"],
      ]);
      expect(causes[2]?.[0]).to.equal("SUCCEEDED");
      expect(causes[2]?.[1]).to.be.oneOf(["status sync", "callback"]);
      const retried = story.timeline.find(
        ({ part, facts }) => part === "delivery" && Number(facts["attempts"]) > 1,
      );
      expect(retried).to.deep.include({ object_id: payment.id, what: "succeeded" });
      const [first] = story.timeline.filter(({ part }) => part === "call");
      expect(first).to.deep.include({ object_id: payment.id, what: "authorise" });
      expect(first?.facts).to.include({ outcome: "action_required", provider: "sandbox" });
      const ofSubmission = story.timeline.find(({ what }) => what === "payment.requires_action");
      expect(first?.facts["trace_id"]).to.equal(ofSubmission?.facts["trace_id"]);
      expect(story.trace_ids.length).to.be.greaterThan(1);
      expect(JSON.stringify(story), "nothing of payer and card").not.to.match(OF_A_PERSON);

      const log = join(platform().dataDir, "platform.log");
      writeFileSync(log, platform().output());
      const { timeline } = await cli<WithLines>(platform(), "trace", payment.id, "--logs", log);
      const lines = timeline.filter(({ part }) => part === "log");
      expect(lines.map(({ facts }) => facts["request_id"])).to.include.members([
        requestOf(created),
        requestOf(sent),
      ]);
      expect(JSON.stringify(timeline), "nothing of payer and card").not.to.match(OF_A_PERSON);

      const text = await platform().installation().cli("trace", payment.id);
      expect([text.code, text.stderr]).to.deep.equal([0, ""]);
      expect(text.stdout).to.contain(`-e ${requestOf(created)}`);
      const event = story.timeline.find(({ what }) => what === "payment.succeeded");
      const names = [refund.id, requestOf(created), requestOf(sent), String(event?.facts["event_id"])];
      for (const name of names)
        expect(
          (await trace(name)).objects.map(({ id }) => id),
          name,
        ).to.have.members([payment.id, refund.id]);
    });

    it("is told of a Payout, and without anything of its recipient", async () => {
      const { id } = payoutOf(await payouts.send({ amount: 4_999 }));
      // The acquirer pays out later than it answers.
      const { objects, timeline } = await waitFor("the Payout's end", async () => {
        const story = await trace(id);
        return story.timeline.some(({ what }) => what === "SUCCEEDED") && story;
      });
      expect(objects.map((object) => object.id)).to.deep.equal([id]);
      const reported = timeline.map(({ part, what }) => `${part} ${what}`);
      for (const line of [
        "request begun",
        "status PENDING",
        "call payout",
        "status SUCCEEDED",
        "journal payout",
      ])
        expect(reported).to.include(line);
      expect(JSON.stringify({ objects, timeline })).not.to.match(OF_A_PERSON);
    });
  });
}
