import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { errorOf, paymentOf } from "./support/api.ts";
import { arrivesLate, lateOrder } from "./support/late-requests.ts";
import { cli } from "./support/merchants.ts";
import { TEST_TIMEOUT_MS, BUS_WIRINGS, PATIENT, withPlatform } from "./support/platform.ts";

interface Anomalies {
  readonly anomalies: readonly { id: string; kind: string; object_id: string; resolution: string | null }[];
}
interface Audit {
  readonly entries: readonly { act: string; subject: string; actor: string }[];
}

for (const wiring of BUS_WIRINGS) {
  describe(`an end is an end, whatever comes late, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring, { env: PATIENT });
    afterEach(() => platform().acquirer.mend());

    /** A submission that was on its way for long. */
    const submitsLate = (reference: string, amount: number) =>
      arrivesLate(platform(), `orders/${reference}`, {
        ...lateOrder(amount),
        callback_url: `${platform().installation().publicUrl}/provider/sandbox/callbacks`,
      });
    const becomes = (id: string, status: string) =>
      waitFor(
        `${id} to be ${status}`,
        async () => paymentOf(await platform().api.read(id)).status === status,
        30_000,
      );
    const open = (...flags: readonly string[]) => cli<Anomalies>(platform(), "anomaly", "list", ...flags);

    it("a submission that arrives after its order was closed charges nothing", async () => {
      const { api, acquirer } = platform();
      await acquirer.fault({ operation: "authorise", fault: "down", times: 1 });
      const { id, status, amount } = paymentOf(await api.create());
      expect(status).to.equal("PENDING");
      await becomes(id, "FAILED");
      expect(await submitsLate(id, amount)).to.equal("cancelled");
      expect([paymentOf(await api.read(id)).failure_code, await acquirer.charges(id)]).to.deep.equal([
        "processor_error",
        0,
      ]);
    });

    it("a submission that arrives after expiry charges nothing", async () => {
      const { api, acquirer, passTime } = platform();
      const { id } = paymentOf(await api.create({ amount: 103_000 }));
      await passTime(15 * 60_000 + 1_000);
      await becomes(id, "EXPIRED");
      expect(await submitsLate(id, 103_000)).to.equal("cancelled");
      expect(await acquirer.charges(id)).to.equal(0);
    });

    it("a customer who completes in time is charged, not expired, though nobody heard of it [D10-9]", async () => {
      const { api, acquirer, passTime } = platform();
      const { id, next_action: action } = paymentOf(await api.create({ amount: 103_000 }));
      await acquirer.fault({ operation: "read", fault: "lose_answer", times: 1 });
      await fetch(action?.redirect_url ?? "", {
        method: "POST",
        body: new URLSearchParams({ action: "complete" }),
        redirect: "manual",
      });
      await passTime(15 * 60_000 + 1_000);
      await becomes(id, "SUCCEEDED");
      expect(await acquirer.charges(id)).to.equal(1);
    });

    it("a charge after the end is an exception that an operator reverses, once, and the end stays [D10-10]", async () => {
      const { api, acquirer, installation } = platform();
      await acquirer.fault({ operation: "authorise", fault: "fail_before" });
      const payment = paymentOf(await api.create({ amount: 104_000 }));
      expect(payment).to.include({ status: "FAILED", failure_code: "processor_error" });
      await acquirer.mend();
      expect(await submitsLate(payment.id, 104_000)).to.equal("processing");

      const anomaly = await waitFor(
        "the anomaly",
        async () => (await open()).anomalies.find(({ object_id: id }) => id === payment.id),
        30_000,
      );
      expect(anomaly.kind).to.equal("charged_after_end");
      expect(paymentOf(await api.read(payment.id))).to.deep.equal(payment);

      await cli(platform(), "anomaly", "reverse", anomaly.id);
      const again = await installation().cli("anomaly", "reverse", anomaly.id, "--json");
      expect(again.code).not.to.equal(0);
      const book = (await acquirer.book()).filter(({ reference }) => reference === payment.id);
      expect(book.map(({ kind, executions, amount }) => [kind, executions, amount])).to.deep.equal([
        ["charge", 1, 104_000],
        ["reversal", 1, 104_000],
      ]);
      expect((await open()).anomalies.map(({ id }) => id)).not.to.include(anomaly.id);
      const ended = (await open("--all")).anomalies.find(({ id }) => id === anomaly.id);
      expect(ended?.resolution).to.equal("reversed");
      const { entries } = await cli<Audit>(platform(), "audit", "list");
      expect(entries.filter(({ subject }) => subject === anomaly.id).map(({ act }) => act)).to.deep.equal([
        "anomaly.reversed",
      ]);
      expect(paymentOf(await api.read(payment.id))).to.deep.equal(payment);
    });

    it("a payment that is gone when its charge is recorded: 404 object_not_found; its key finds the charge [D10-12]", async () => {
      const { api, acquirer, database, installation } = platform();
      const key = randomUUID();
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
      const answer = api.create({ key, amount: 80_404 });
      const id = await waitFor("the payment's row", async () => {
        const [row] = await database.sql("select id from payments.payments where amount = 80404");
        return row !== undefined && String(row["id"]);
      });
      await database.sql("delete from payments.payments where id = $1", [id]);
      await acquirer.mend();
      const gone = await answer;
      expect([gone.status, errorOf(gone).code]).to.deep.equal([404, "object_not_found"]);
      const { anomalies } = await open();
      const anomaly = anomalies.find(({ object_id: of }) => of === id);
      expect(anomaly?.kind).to.equal("charged_after_end");
      expect(errorOf(await api.create({ key, amount: 80_405 })).code).to.equal("idempotency_key_reused");

      const same = paymentOf(await api.create({ key, amount: 80_404 }));
      expect([same.id, same.status]).to.deep.equal([id, "SUCCEEDED"]);
      const reverse = await installation().cli("anomaly", "reverse", anomaly?.id ?? "", "--json");
      expect(reverse.code, "what is a payment's own charge now is not given back").not.to.equal(0);
      const book = (await acquirer.book()).filter(({ reference }) => reference === id);
      expect(book.map(({ kind, executions }) => [kind, executions])).to.deep.equal([["charge", 1]]);
    });

    it("a callback that nobody signed, and a return with a forged token, change nothing [D3-RET-2]", async () => {
      const { api, installation } = platform();
      const { id } = paymentOf(await api.create({ amount: 103_000 }));
      const { publicUrl } = installation();
      const body = JSON.stringify({
        callback_id: "cb_1",
        reference: id,
        kind: "order",
        state: "succeeded",
        at: 1,
      });
      const signature = `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`;
      for (const headers of [{}, { "acquirer-signature": signature }]) {
        const url = `${publicUrl}/provider/sandbox/callbacks`;
        const json = { "content-type": "application/json" };
        const response = await fetch(url, { method: "POST", body, headers: { ...json, ...headers } });
        expect(response.status).to.equal(401);
      }
      const forged = await fetch(`${publicUrl}/return/${id}/${"x".repeat(43)}`, { redirect: "manual" });
      expect([forged.status, forged.headers.get("location")]).to.deep.equal([404, null]);
      expect(paymentOf(await api.read(id)).status).to.equal("REQUIRES_ACTION");
    });
  });
}
