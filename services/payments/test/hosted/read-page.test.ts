import { expect } from "chai";
import { moveClock, stopClock, refusal } from "@flowlix/testkit";
import { readPage } from "../../src/hosted/read-page.ts";
import { hostedPage, MINUTE } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

describe("the page of a hosted Payment", () => {
  const given = withPayments();

  it("shows the form at first, with what it needs to render, lead back and submit [D3-PAGE-18]", async () => {
    const { deps, database } = given();
    await stopClock(database);
    const { id, initial, read } = await hostedPage(given(), { customer_ip_address: "203.0.113.7" });
    const page = await read();
    expect(page).to.deep.include({
      scope: { merchant_id: `mer_${"0".repeat(24)}`, livemode: false },
      payment: initial,
      return_url: "https://merchant.example/return?order=1",
      customer_ip_address: "203.0.113.7",
      stage: "form",
      form_closed_until_ms: null,
      card_tried: false,
    });
    expect(page.expires_at_ms).to.equal(page.now_ms + 60 * MINUTE);
    expect(page.now_ms).to.equal(await deps.hosted.nowMs());
    expect(id).to.equal(page.payment.id);
  });

  it("is object_not_found for a Direct Payment and for none", async () => {
    const { deps, create, request } = given();
    const direct = await create(await request());
    for (const payment_id of [direct.id, `pay_${"0".repeat(24)}`])
      expect((await refusal(readPage(deps, { payment_id, look: true }))).type).to.equal("object_not_found");
  });

  it("asks the provider nothing while its form waits, nor unless it is told to", async () => {
    const { provider } = given();
    const { read, submit, id } = await hostedPage(given());
    await read(true);
    provider.submits({ kind: "unknown", cause: "lost" });
    await submit();
    await read();
    expect(provider.countOf("read", id)).to.equal(0);
  });

  it("asks the provider at most once a second, however many wait for what became of a card [D3-PAGE-18]", async () => {
    const { provider, database } = given();
    const { read, submit, id } = await hostedPage(given());
    provider.submits({ kind: "unknown", cause: "lost" });
    provider.reads({ kind: "unknown", cause: "lost" });
    await submit();
    await stopClock(database);
    const stages = await Promise.all(Array.from({ length: 10 }, async () => (await read(true)).stage));
    expect(stages).to.deep.equal(stages.map(() => "checking"));
    expect(provider.countOf("read", id)).to.equal(1);
    await moveClock(database, 2_000);
    provider.reads({ kind: "succeeded" });
    const page = await read(true);
    expect(page).to.include({ stage: "ended" });
    expect(page.payment.status).to.equal("SUCCEEDED");
    expect(page.expires_at_ms).to.equal(null);
  });

  it("shows its end also where the status sync breaks off", async () => {
    const { provider } = given();
    const { submit, stage } = await hostedPage(given());
    provider.submits({ kind: "unknown", cause: "lost" });
    await submit();
    provider.read = () => Promise.reject(new Error("broken"));
    expect(await stage(true)).to.equal("checking");
  });

  it("whose card is being processed downstream says so and shows no form", async () => {
    const { provider } = given();
    const { submit, stage } = await hostedPage(given());
    provider.submits({ kind: "in_progress", stage: "processing" });
    expect(await submit()).to.equal("settled");
    expect(await stage()).to.equal("processing");
  });

  it("ends its own Payment when it is read after its time, without waiting for the job of status syncs", async () => {
    const { database, provider } = given();
    await stopClock(database);
    const { stage, status } = await hostedPage(given());
    await moveClock(database, 60 * MINUTE - 5_000);
    expect(await stage(true)).to.equal("expiring");
    await moveClock(database, 60 * MINUTE + 5_000);
    expect(await stage(true)).to.equal("ended");
    expect(await status()).to.equal("EXPIRED");
    expect(provider.asked).to.have.length(0);
  });
});
