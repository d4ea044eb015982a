import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { paymentOf, refusalOf } from "./support/api.ts";
import { cli, newMerchant } from "./support/merchants.ts";
import { IN_PROCESS, PATIENT, PATIENT_LEASE_MS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

describe("a refusal by account or currency comes after what the key has to tell", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS, { env: PATIENT });

  it("a refusal by account or currency leaves nothing behind, and a replay comes before it [CUR-6, D1-1]", async () => {
    const one = await newMerchant(platform());
    const [replayed, free] = [randomUUID(), randomUUID()];
    const first = await one.api.create({ key: replayed });
    await cli(platform(), "merchant", "update", one.id, "--mode", "sandbox", "--payments", "off");
    expect(refusalOf(await one.api.create({ key: free, changes: { currency: "USD" } }))).to.deep.equal([
      403,
      "payment_acceptance_unavailable",
    ]);
    const replay = await one.api.create({ key: replayed });
    expect([replay.status, replay.headers.get("idempotent-replayed"), replay.text]).to.deep.equal([
      201,
      "true",
      first.text,
    ]);
    expect(refusalOf(await one.api.create({ key: replayed, amount: 9 }))).to.deep.equal([
      409,
      "idempotency_key_reused",
      "Idempotency-Key",
    ]);
    expect((await one.api.read(paymentOf(first).id)).status).to.equal(200);
    await cli(
      platform(),
      "merchant",
      "update",
      one.id,
      "--mode",
      "sandbox",
      "--payments",
      "on",
      "--provisioned",
      "no",
    );
    expect(refusalOf(await one.api.create({ key: free }))).to.deep.equal([422, "merchant_not_provisioned"]);
    await cli(platform(), "merchant", "update", one.id, "--mode", "sandbox", "--provisioned", "yes");
    expect((await one.api.create({ key: free })).status).to.equal(201);
  });

  it("a payment that may exist after 502 is not denied by a refusal: its key tells of it", async () => {
    const one = await newMerchant(platform());
    const key = randomUUID();
    expect((await one.api.create({ key, amount: 105_002 })).status).to.equal(502);
    const id = await waitFor("the payment to be closed", async () => {
      const [row] = await platform().database.sql(
        "select id from payments.payments where merchant_id = $1 and status = 'FAILED'",
        [one.id],
      );
      return row !== undefined && String(row["id"]);
    });
    await cli(platform(), "merchant", "update", one.id, "--mode", "sandbox", "--payments", "off");
    expect(refusalOf(await one.api.create({ amount: 105_002 }))).to.deep.equal([
      403,
      "payment_acceptance_unavailable",
    ]);
    expect(paymentOf(await one.api.create({ key, amount: 105_002 }))).to.include({ id, status: "FAILED" });
  });

  it("a charge whose answer never came is not denied by a refusal: its key tells of it", async () => {
    const { acquirer, database, passTime, crash } = platform();
    const one = await newMerchant(platform());
    const key = randomUUID();
    await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const lost = one.api.create({ key }).catch(() => null);
    const record = `select 1 from idempotency.records
                     where object_id in (select id from payments.payments where merchant_id = $1) for update`;
    const release = await waitFor("the key's record", () => database.hold(record, [one.id]));
    await acquirer.mend();
    const id = await waitFor("the charge to be recorded", async () => {
      const [row] = await database.sql(
        "select id from payments.payments where merchant_id = $1 and status = 'SUCCEEDED'",
        [one.id],
      );
      return row !== undefined && String(row["id"]);
    });
    await crash("api-gateway");
    await release();
    expect(await lost).to.equal(null);
    await cli(platform(), "merchant", "update", one.id, "--mode", "sandbox", "--payments", "off");
    await passTime(PATIENT_LEASE_MS + 1_000);
    expect(paymentOf(await one.api.create({ key }))).to.include({ id, status: "SUCCEEDED" });
  });
});
