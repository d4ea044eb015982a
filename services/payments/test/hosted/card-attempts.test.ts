import { randomUUID } from "node:crypto";
import { adoptSql, disagreementsSql } from "@flowlix/ledger";
import { expect } from "chai";
import type { Outcome } from "@flowlix/provider";
import { reverseException } from "../../src/exceptions/reverse-exception.ts";
import { paymentsJournal } from "../../src/journal/journal-tables.ts";
import { applyEvent } from "../../src/lifecycle/apply-event.ts";
import { factOf } from "../../src/lifecycle/order-fact.ts";
import { acceptOrderCallback } from "../../src/status-sync/accept-order-callback.ts";
import { databaseTime } from "@flowlix/persistence";
import { hostedPage, MINUTE } from "../support/hosted-under-test.ts";
import { syncPayments } from "../support/sync-due.ts";
import { withPayments } from "../support/payments-under-test.ts";

const DECLINED: Outcome = { kind: "failed", code: "insufficient_funds" };

describe("another card after a decline", () => {
  const given = withPayments();
  const page = (card_attempts = 3) => hostedPage(given(), { card_attempts });
  const exceptionsOf = (id: string) =>
    given().database.sql("select id, kind, detail from payments.anomalies where object_id = $1", [id]);

  it("leads back to the form, tells nobody anew, and charges the next card by an order of its own", async () => {
    const { provider } = given();
    const { id, submit, read, eventTypes } = await page();
    provider.submits(DECLINED, { kind: "succeeded" });
    expect(await submit()).to.equal("settled");
    const form = await read();
    expect(form).to.deep.include({ stage: "form", card_tried: false });
    expect(form.declined).to.deep.equal({ failure_code: "insufficient_funds", attempt: 2, left: 2 });
    expect(form.payment.status).to.equal("REQUIRES_ACTION");
    expect(form.payment.card_attempts).to.have.length(1);
    expect(await eventTypes()).to.deep.equal(["payment.requires_action"]);
    expect(await submit()).to.equal("settled");
    const { payment } = await read();
    expect(payment.status).to.equal("SUCCEEDED");
    expect(payment.card_attempts?.map(({ attempt, failure_code }) => [attempt, failure_code])).to.deep.equal([
      [1, "insufficient_funds"],
      [2, null],
    ]);
    expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
    expect([provider.countOf("submit", id), provider.countOf("submit", `${id}_2`)]).to.deep.equal([1, 1]);
  });

  it("ends the Payment with the last card", async () => {
    const { provider } = given();
    const { submit, read, eventTypes } = await page(2);
    provider.submits(DECLINED, { kind: "failed", code: "do_not_honor" });
    await submit();
    await submit();
    const { payment, stage } = await read();
    expect(stage).to.equal("ended");
    expect(payment).to.include({ status: "FAILED", failure_code: "do_not_honor" });
    expect(payment.card_attempts?.map(({ failure_code }) => failure_code)).to.deep.equal([
      "insufficient_funds",
      "do_not_honor",
    ]);
    expect(await eventTypes()).to.deep.equal(["payment.requires_action", "payment.failed"]);
  });

  it("is as before where nobody asked for it", async () => {
    const { provider } = given();
    const { submit, read } = await hostedPage(given());
    provider.submits(DECLINED);
    await submit();
    const { payment } = await read();
    expect(payment.status).to.equal("FAILED");
    expect(payment).not.to.have.property("card_attempts");
  });

  it("comes after a failed challenge as well, within the time that was left", async () => {
    const { provider, deps } = given();
    const { submit, read, row, id } = await page();
    provider.submits({ kind: "action_required", url: "https://acquirer.example/c" });
    await submit();
    const before = await row();
    provider.reads({ kind: "failed", code: "three_d_secure_failed" });
    await read(true);
    await syncPayments(deps, 100);
    const after = await row();
    expect(after["next_action_reason"]).to.equal("hosted_payment_page");
    expect(after["next_action_url"]).to.equal(`https://pay.example/pay/${id}/{page_token:k1}`);
    expect(Number(after["action_expires_at"])).to.be.at.most(Number(before["action_expires_at"]));
  });

  it("begins only when the one before is known to have failed, never when it is unclear", async () => {
    const { provider } = given();
    const { id, submit, stage, syncAfter } = await page();
    provider.submits({ kind: "unknown", cause: "lost" }, { kind: "succeeded" });
    expect(await submit()).to.equal("checking");
    expect(await submit(), "nothing is sent meanwhile").to.equal("not_taken");
    expect(provider.countOf("submit", `${id}_2`)).to.equal(0);
    provider.reads(DECLINED);
    await syncAfter(MINUTE);
    expect(await stage()).to.equal("form");
    expect(await submit()).to.equal("settled");
    expect(provider.countOf("submit", `${id}_2`)).to.equal(1);
  });

  it("is not touched by what is said late of the card before", async () => {
    const { provider, deps } = given();
    const { id, submit, row } = await page();
    const asked = await deps.store.read(id);
    provider.submits(DECLINED, { kind: "unknown", cause: "lost" });
    await submit();
    await submit();
    const before = await row();
    if (asked === null) throw new Error("it is there");
    const time = databaseTime(asked.now_ms);
    const fact = factOf({ kind: "failed", code: "do_not_honor" }, asked.now_ms, MINUTE);
    if (fact === null) throw new Error("a failure is a fact");
    await applyEvent(deps, { ...asked, version: 0 }, fact, time);
    expect(await row()).to.deep.equal(before);
  });

  it("expires in its time, with nothing to close", async () => {
    const { provider } = given();
    const { id, submit, status, syncAfter } = await page();
    provider.submits(DECLINED);
    await submit();
    provider.reads(DECLINED);
    await syncAfter(61 * MINUTE);
    expect(await status()).to.equal("EXPIRED");
    expect(provider.countOf("close", `${id}_2`)).to.equal(0);
  });

  it("finds a card that was charged though it had failed, and gives that charge back alone", async () => {
    const { provider, deps } = given();
    const { id, submit, status } = await page();
    provider.submits(DECLINED, { kind: "succeeded" });
    await submit();
    await submit();
    const callback = {
      provider: "sandbox",
      callback_id: `cb_${id}`,
      reference: id,
      claimed_state: "succeeded",
    };
    provider.reads({ kind: "succeeded" });
    await acceptOrderCallback(deps, callback);
    await syncPayments(deps, 100);
    const [exception] = await exceptionsOf(id);
    expect(exception?.["kind"]).to.equal("charged_after_end");
    expect(exception?.["detail"]).to.include("card 1");
    expect(await status()).to.equal("SUCCEEDED");
    await reverseException(deps, { anomaly_id: String(exception?.["id"]), actor: "ops" }, "req_1");
    expect([provider.countOf("reverse", id), provider.countOf("reverse", `${id}_2`)]).to.deep.equal([1, 0]);
  });

  it("is not begun by a form that was sent twice, or was left open", async () => {
    const { provider } = given();
    const { id, filled, send, read } = await page();
    provider.submits(DECLINED, { kind: "succeeded" });
    const form = await filled({ card_attempt: 1 });
    expect([await send(form), await send(form)]).to.deep.equal(["settled", "settled"]);
    expect(await send(await filled({ card_attempt: 1 }))).to.equal("settled");
    expect((await read()).declined).to.include({ attempt: 2 });
    expect([provider.countOf("submit", id), provider.countOf("submit", `${id}_2`)]).to.deep.equal([1, 0]);
    expect(await send(await filled({ card_attempt: 2 }))).to.equal("settled");
    expect(provider.countOf("submit", `${id}_2`)).to.equal(1);
  });

  it("is not begun by a message that was claimed for the card before, however late it comes", async () => {
    const { provider, deps } = given();
    const { id, filled, send } = await page();
    provider.submits(DECLINED);
    const late = await filled({ card_attempt: 1 });
    await send(await filled({ card_attempt: 1 }));
    const claim = { ...late, submission: randomUUID(), card_attempt: 1 };
    const { submission, start_before, payment_method, customer_ip_address, billing_details } = claim;
    const claimed = await deps.hosted.claim(id, {
      submission,
      start_before,
      payment_method,
      customer_ip_address,
      billing_details,
      card_attempt: 1,
    });
    expect(claimed).to.equal(null);
  });

  it("is not offered once the payer was told that they need not wait", async () => {
    const { provider } = given();
    const { submit, status, syncAfter, read } = await page();
    provider.submits({ kind: "in_progress", stage: "processing" });
    await submit();
    provider.reads({ kind: "action_required", url: "https://acquirer.example/c" });
    await syncAfter(MINUTE);
    expect((await read()).stage).to.equal("challenge");
    provider.reads({ kind: "failed", code: "three_d_secure_failed" });
    await syncAfter(3 * MINUTE);
    expect(await status()).to.equal("FAILED");
  });

  it("is on record where time ran out at its challenge", async () => {
    const { provider } = given();
    const { submit, read, syncAfter } = await page();
    provider.submits(DECLINED, { kind: "action_required", url: "https://acquirer.example/c" });
    await submit();
    await submit();
    provider.reads(DECLINED, { kind: "action_required", url: "https://acquirer.example/c" });
    await syncAfter(61 * MINUTE);
    const { payment } = await read();
    expect(payment.status).to.equal("EXPIRED");
    expect(payment.card_attempts?.map(({ failure_code }) => failure_code)).to.deep.equal([
      "insufficient_funds",
      null,
    ]);
  });

  /** The acquirer charged the first card after all, and says so. */
  const chargedAfterAll = async (id: string, callback = `cb_${id}`) => {
    const said = { provider: "sandbox", callback_id: callback, reference: id, claimed_state: "succeeded" };
    await acceptOrderCallback(given().deps, said);
  };

  it("is not begun once the one before is known to have been charged after all: the Payment ends", async () => {
    const { provider, deps } = given();
    const { id, submit, status, read } = await page();
    provider.submits(DECLINED, { kind: "succeeded" });
    await submit();
    await chargedAfterAll(id);
    provider.reads({ kind: "succeeded" });
    await syncPayments(deps, 100);
    expect(await status()).to.equal("FAILED");
    expect(await submit()).to.equal("not_taken");
    expect(provider.countOf("submit", `${id}_2`)).to.equal(0);
    expect((await read()).payment.card_attempts).to.have.length(1);
    const [exception] = await exceptionsOf(id);
    await reverseException(deps, { anomaly_id: String(exception?.["id"]), actor: "ops" }, "req_1");
    expect([provider.countOf("reverse", id), provider.countOf("reverse", `${id}_2`)]).to.deep.equal([1, 0]);
  });

  it("is not claimed either while the Payment has yet to end", async () => {
    const { provider, deps, database } = given();
    const { id, submit } = await page();
    provider.submits(DECLINED, { kind: "succeeded" });
    await submit();
    const row = await deps.store.read(id);
    if (row === null) throw new Error("it is there");
    const fact = factOf({ kind: "succeeded" }, row.now_ms, MINUTE);
    if (fact === null) throw new Error("a charge is a fact");
    await applyEvent(deps, row, fact, databaseTime(row.now_ms), {
      attempt: 1,
      provider_account: null,
    });
    expect(await database.sql("select status from payments.payments where id = $1", [id])).to.deep.equal([
      { status: "REQUIRES_ACTION" },
    ]);
    expect(await submit()).to.equal("not_taken");
    expect(provider.countOf("submit", `${id}_2`)).to.equal(0);
  });

  it("is closed at the provider where it has begun when the one before turns out to be charged", async () => {
    const { provider, deps } = given();
    const { id, submit, status } = await page();
    provider.submits(DECLINED, { kind: "action_required", url: "https://acquirer.example/c" });
    await submit();
    await submit();
    await chargedAfterAll(id);
    provider.reads({ kind: "succeeded" });
    provider.closes({ kind: "closed" });
    await syncPayments(deps, 100);
    expect(provider.countOf("close", `${id}_2`)).to.equal(1);
    expect(await status()).to.equal("FAILED");
  });

  it("is never given back while it may still be the Payment's own", async () => {
    const { provider, deps } = given();
    const { id, submit } = await page();
    provider.submits(DECLINED, { kind: "in_progress", stage: "processing" });
    await submit();
    await submit();
    await chargedAfterAll(id);
    provider.reads({ kind: "succeeded" }, { kind: "in_progress", stage: "processing" });
    provider.closes({ kind: "in_progress", stage: "processing" });
    await syncPayments(deps, 100);
    const [exception] = await exceptionsOf(id);
    await reverseException(deps, { anomaly_id: String(exception?.["id"]), actor: "ops" }, "req_1");
    expect([provider.countOf("reverse", id), provider.countOf("reverse", `${id}_2`)]).to.deep.equal([1, 0]);
  });

  it("is asked about until it was answered, also after the Payment's end", async () => {
    const { provider, deps, database } = given();
    const { id, submit, syncAfter } = await page();
    provider.submits(DECLINED, { kind: "succeeded" });
    await submit();
    await submit();
    await chargedAfterAll(id);
    provider.reads({ kind: "unknown", cause: "lost" }, { kind: "succeeded" });
    await syncPayments(deps, 100);
    expect(await exceptionsOf(id)).to.have.length(0);
    provider.reads({ kind: "succeeded" }, { kind: "succeeded" });
    await syncAfter(MINUTE);
    expect(await exceptionsOf(id)).to.have.length(1);
    expect(
      await database.sql("select next_look_at from payments.payments where id = $1", [id]),
    ).to.deep.equal([{ next_look_at: null }]);
  });

  it("leaves the journal right: a charge that stood beside another is not taken for it, and is given back alone", async () => {
    const { provider, deps, database } = given();
    const { id, submit, syncAfter } = await page();
    const disagreements = async () => {
      const { ends } = paymentsJournal.late;
      if (ends !== undefined) await database.sql(adoptSql(paymentsJournal, ends), [[id]]);
      return database.sql(disagreementsSql(paymentsJournal), [[id]]);
    };
    const kinds = async () =>
      (await database.sql("select kind from payments.journal where object_id = $1 order by 1", [id])).map(
        ({ kind }) => kind,
      );
    provider.submits(DECLINED, { kind: "succeeded" });
    await submit();
    await submit();
    await chargedAfterAll(id);
    provider.reads({ kind: "succeeded" }, { kind: "succeeded" });
    await syncAfter(MINUTE);
    expect(await disagreements()).to.deep.equal([]);
    expect(await kinds()).to.deep.equal(["capture", "late_charge"]);
    const [exception] = await exceptionsOf(id);
    await reverseException(deps, { anomaly_id: String(exception?.["id"]), actor: "ops" }, "req_1");
    expect(await disagreements()).to.deep.equal([]);
    expect(await kinds()).to.deep.equal(["capture", "late_charge", "reversal"]);
  });

  it("cannot be ended by a release that knows the first card's order alone", async () => {
    const { provider, database } = given();
    const { id, submit } = await page();
    provider.submits(DECLINED);
    await submit();
    // As that release writes an end: it knows nothing of the page that it would have to leave.
    const ended = await database
      .sql(
        `update payments.payments set status = 'EXPIRED', next_action_url = null, next_action_reason = null, version = version + 1
          where id = $1`,
        [id],
      )
      .catch((error: unknown) => String(error));
    expect(ended).to.include("payments_end_by_their_own_card");
  });
});
