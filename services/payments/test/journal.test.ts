import { randomUUID } from "node:crypto";
import { createJournal, disagreementsSql } from "@flowlix/ledger";
import { createPools, type Pools } from "@flowlix/persistence";
import { withDatabase, refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { DataSource } from "typeorm";
import { noteException, acceptCallback } from "@flowlix/engine";
import { reverseException } from "../src/exceptions/reverse-exception.ts";
import { createPayment } from "../src/create/create-payment.ts";
import { paymentsJournal } from "../src/journal/journal-tables.ts";
import { syncPayments } from "./support/sync-due.ts";
import { IndexSuccesses1764500000000 } from "../src/migrations/1764500000000-index-successes.ts";
import { paymentsSchema } from "../src/schema.ts";
import { withPayments } from "./support/payments-under-test.ts";

const CAPTURE = { kind: "capture", debit: "provider", credit: "merchant" };
const LATE = { kind: "late_charge", debit: "provider", credit: "suspense" };
const REVERSAL = { kind: "reversal", debit: "suspense", credit: "provider" };
const DECLINED = { kind: "capture_declined", debit: "suspense", credit: "provider" };
const ADOPTED = { kind: "late_charge_adopted", debit: "suspense", credit: "provider" };

describe("the journal of payments", () => {
  const given = withPayments();
  let pools: Pools | undefined;
  after(() => pools?.close());

  async function journal() {
    const url = given().database.urlOf("payments");
    pools ??= await createPools({ url, name: "journal", hot: 1, read: 1, background: 1 });
    const { background, dataSource } = pools;
    return createJournal({ service: "payments", tables: paymentsJournal, background, dataSource });
  }
  const posted = (id: string) =>
    given().database.sql(
      "select kind, debit, credit from payments.journal where object_id = $1 order by at, kind",
      [id],
    );

  /** A Payment that was declined and charged all the same, with the exception that says so. */
  async function chargedAfterEnd() {
    const { create, request, provider, deps } = given();
    provider.submits({ kind: "failed", code: "do_not_honor" });
    const asked = await request({ amount: 4_200 });
    await create(asked);
    await acceptCallback(deps, {
      provider: "scripted",
      callback_id: `cb_${asked.payment_id}`,
      reference: asked.payment_id,
      claimed_state: "succeeded",
    });
    provider.reads({ kind: "succeeded" });
    await syncPayments(deps, 10);
    const anomaly = (await deps.exceptions.list(true, 100)).find(
      ({ object_id }) => object_id === asked.payment_id,
    );
    if (anomaly === undefined) throw new Error("no anomaly was recorded");
    return { id: asked.payment_id, anomaly_id: anomaly.id };
  }

  describe("of a capture that the acquirer took back", () => {
    const reported = async (id: string) => {
      await acceptCallback(given().deps, {
        provider: "scripted",
        callback_id: `cb_${randomUUID()}`,
        reference: id,
        claimed_state: "undone",
      });
      given().provider.reads({ kind: "undone", reason: "capture_declined" });
      await syncPayments(given().deps, 10);
    };
    const exceptionsOf = async (id: string) =>
      (await given().deps.exceptions.list(false, 100)).filter(({ object_id }) => object_id === id);

    it("is level with the statement: in suspense, with one exception, and the Payment stays SUCCEEDED", async () => {
      const { create, request, row, deps, events } = given();
      const asked = await request({ amount: 4_200 });
      await create(asked);
      const id = asked.payment_id;
      const before = await row(id);
      await reported(id);
      expect(await posted(id)).to.have.deep.members([CAPTURE, DECLINED]);
      const [exception] = await exceptionsOf(id);
      expect(exception).to.include({
        kind: "capture_declined",
        amount: 4_200,
        currency: "EUR",
        resolution: null,
      });
      const { last_look_at: _at, look_count: _count, ...rest } = before ?? {};
      expect(await row(id), "an end never changes").to.deep.include(rest);
      expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal(["payment.succeeded"]);
      await noteException(deps, { anomaly_id: exception?.id ?? "", actor: "ada", note: "told the merchant" });
      await reported(id);
      expect(
        (await exceptionsOf(id)).map((one) => one.id),
        "told once",
      ).to.deep.equal([exception?.id]);
      const reversed = reverseException(deps, { anomaly_id: exception?.id ?? "", actor: "ada" }, "req_1");
      expect(await refusal(reversed)).to.include({ type: "object_state_conflict" });
    });

    it("is found by the check where the entry or its exception is missing", async () => {
      const { create, request, database } = given();
      const { id } = await create(await request());
      await reported(id);
      const disagreements = async () =>
        (await database.sql(disagreementsSql(paymentsJournal), [[id]])).map(
          ({ finding, kind }) => `${String(finding)} ${String(kind)}`,
        );
      expect(await disagreements()).to.deep.equal([]);
      await database.sql("update payments.anomalies set kind = 'outcome_mismatch' where object_id = $1", [
        id,
      ]);
      expect(await disagreements()).to.deep.equal(["unfounded capture_declined"]);
    });

    it("has nothing where nobody was told that the Payment succeeded: it failed", async () => {
      const { create, request, provider, row } = given();
      provider.submits({ kind: "in_progress", stage: "processing" });
      const { id } = await create(await request());
      await reported(id);
      expect(await row(id)).to.include({ status: "FAILED", failure_code: "processor_error" });
      expect(await posted(id)).to.deep.equal([]);
      expect(await exceptionsOf(id)).to.deep.equal([]);
    });
  });

  it("has a capture of a Payment that succeeded, as the Payment has it, at the time of its commit", async () => {
    const { create, request, database } = given();
    const asked = await request({ amount: 4_200, currency: "GBP" });
    await create(asked);
    expect(await posted(asked.payment_id)).to.deep.equal([CAPTURE]);
    const [same] = await database.sql(
      `select (j.merchant_id, j.livemode, j.amount, j.currency) = (p.merchant_id, p.livemode, p.amount, p.currency)
              and j.at >= p.succeeded_at as same
         from payments.journal as j join payments.payments as p on p.id = j.object_id where p.id = $1`,
      [asked.payment_id],
    );
    expect(same?.["same"]).to.equal(true);
  });

  for (const [what, outcome] of [
    ["was declined", { kind: "failed", code: "do_not_honor" }],
    ["awaits its customer", { kind: "action_required", url: "https://acquirer.example/c" }],
    ["is being processed", { kind: "in_progress", stage: "processing" }],
    ["nobody knows the outcome of", { kind: "unknown", cause: "lost" }],
  ] as const)
    it(`has nothing of a Payment that ${what}`, async () => {
      const { create, request, provider } = given();
      provider.submits(outcome);
      const asked = await request();
      await create(asked);
      expect(await posted(asked.payment_id)).to.deep.equal([]);
    });

  it("has a capture once where two status syncs and a request find the charge at the same time", async () => {
    const { create, request, provider, deps, database } = given();
    provider.submits({ kind: "unknown", cause: "lost" });
    const asked = await request();
    await create(asked);
    provider.reads({ kind: "succeeded" });
    await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [
      asked.payment_id,
    ]);
    const again = await request({ payment_id: asked.payment_id });
    await Promise.all([syncPayments(deps, 10), create(again), create(again), syncPayments(deps, 10)]);
    expect(await posted(asked.payment_id)).to.deep.equal([CAPTURE]);
  });

  it("has nothing of a move that lost its version", async () => {
    const { create, request, provider, deps, database } = given();
    provider.submits({ kind: "in_progress", stage: "processing" });
    const asked = await request();
    await create(asked);
    const seen = await deps.store.read(asked.payment_id);
    if (seen === null) throw new Error("no row");
    await database.sql("update payments.payments set version = version + 1 where id = $1", [seen.id]);
    const moved = await deps.store.move({
      id: seen.id,
      version: seen.version,
      submission: null,
      state: {
        status: "SUCCEEDED",
        failure_code: null,
        next_action: null,
        action_expires_at_ms: null,
        transitions: {
          requires_action_at: null,
          processing_at: null,
          succeeded_at: 1_700_000_000,
          failed_at: null,
          expired_at: null,
        },
      },
      actionExpiresIn: null,
      syncInMs: null,
      acquirerId: null,
      event: null,
    });
    expect([moved, await posted(seen.id)]).to.deep.equal([false, []]);
  });

  it("holds a charge after the end in suspense until an operator gives it back", async () => {
    const { id, anomaly_id } = await chargedAfterEnd();
    expect(await posted(id)).to.deep.equal([LATE]);
    await reverseException(given().deps, { anomaly_id, actor: "ada" }, "req_test");
    expect(await posted(id)).to.deep.equal([LATE, REVERSAL]);
  });

  it("has a reversal only once the provider has confirmed it, and once after a crash before it was recorded", async () => {
    const { deps, provider } = given();
    const { id, anomaly_id } = await chargedAfterEnd();
    provider.reverses("unknown");
    await refusal(reverseException(deps, { anomaly_id, actor: "ada" }, "req_test"));
    expect(await posted(id)).to.deep.equal([LATE]);
    provider.reverses("reversed");
    const dying = {
      ...deps,
      exceptions: { ...deps.exceptions, resolve: () => Promise.reject(new Error("killed")) },
    };
    await reverseException(dying, { anomaly_id, actor: "ada" }, "req_test").catch(() => undefined);
    expect(await posted(id)).to.deep.equal([LATE]);
    await Promise.allSettled(
      [1, 2].map(() => reverseException(deps, { anomaly_id, actor: "ada" }, "req_test")),
    );
    expect(await posted(id)).to.deep.equal([LATE, REVERSAL]);
  });

  it("leaves in suspense what an operator only notes", async () => {
    const { id, anomaly_id } = await chargedAfterEnd();
    await noteException(given().deps, { anomaly_id, actor: "ada", note: "settled by hand" });
    expect(await posted(id)).to.deep.equal([LATE]);
  });

  it("takes a charge out of suspense that a repeated request makes its Payment's own", async () => {
    const { deps, request, database, create } = given();
    const asked = await request();
    const voided = {
      ...deps,
      store: {
        ...deps.store,
        move: async (move: Parameters<typeof deps.store.move>[0]) => {
          await database.sql("delete from payments.payments where id = $1", [move.id]);
          return deps.store.move(move);
        },
      },
    };
    expect((await refusal(createPayment(voided, asked, "req_test"))).type).to.equal("object_not_found");
    const { payment_id: id } = asked;
    expect(await posted(id)).to.deep.equal([LATE]);
    expect((await create(await request({ payment_id: id }))).status).to.equal("SUCCEEDED");
    const [open] = (await deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === id);
    await noteException(deps, {
      anomaly_id: open?.id ?? "",
      actor: "ada",
      note: "found by the merchant's retry",
    });
    expect(await posted(id)).to.have.deep.members([LATE, CAPTURE, ADOPTED]);
    const { lines } = await (
      await journal()
    ).explainLines({
      livemode: false,
      references: [{ reference: id, kind: "charge" }],
    });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ known: true, status: "SUCCEEDED", ended: true });
  });
});

describe("an installation that had payments before it had a journal", () => {
  const OLD = paymentsSchema.migrations.slice(
    0,
    paymentsSchema.migrations.indexOf(IndexSuccesses1764500000000),
  );
  const database = withDatabase([{ ...paymentsSchema, migrations: OLD }]);
  let pools: Pools;
  after(() => pools?.close());

  it("has each of their movements booked once, at the time at which it happened", async () => {
    await database().sql(`
      insert into payments.payments (id, merchant_id, livemode, amount, currency, status, failure_code, integration_type,
             merchant_customer_id, customer_ip_address, return_url, created_at, succeeded_at, failed_at, next_look_at, version)
      select s || n, 'mer_a', false, 100 + n, 'EUR', s, case s when 'FAILED' then 'do_not_honor' end, 'DIRECT', 'c',
             '203.0.113.7', 'https://merchant.example', now() - n * interval '1 day',
             case s when 'SUCCEEDED' then now() - n * interval '1 day' end,
             case s when 'FAILED' then now() - n * interval '1 day' end,
             case s when 'PROCESSING' then now() end, 2
        from unnest(array['SUCCEEDED', 'FAILED', 'PROCESSING']) as s, generate_series(1, 30) as n`);
    await database().sql(`
      insert into payments.anomalies (id, kind, object_id, merchant_id, livemode, amount, currency, detail, created_at, resolution, resolved_at)
      values ('ano_1', 'charged_after_end', 'FAILED1', 'mer_a', false, 101, 'EUR', '', now() - interval '9 hours', 'reversed', now() - interval '8 hours'),
             ('ano_2', 'charged_after_end', 'FAILED2', 'mer_a', false, 102, 'EUR', '', now() - interval '9 hours', null, null)`);
    const upgrade = new DataSource({
      type: "postgres",
      url: database().adminUrl,
      schema: "payments",
      migrations: [...paymentsSchema.migrations],
      migrationsTableName: "migrations",
      migrationsTransactionMode: "each",
      installExtensions: false,
    });
    await upgrade.initialize();
    const applied = await upgrade.runMigrations();
    await upgrade.destroy();
    expect(applied).to.have.length(paymentsSchema.migrations.length - OLD.length);

    pools = await createPools({ url: database().adminUrl, name: "test", hot: 1, read: 1, background: 1 });
    const journal = createJournal({
      service: "payments",
      tables: paymentsJournal,
      background: pools.background,
      dataSource: pools.dataSource,
    });
    expect(await journal.fillJournal({ limit: 7 })).to.deep.include({
      done: 7,
      progress: { done: 7, total: 30 },
    });
    while ((await journal.fillJournal({ limit: 7 })).more);
    const rows = await database().sql(
      `select j.kind, count(*)::integer as rows, bool_and(j.at = coalesce(p.succeeded_at, a.created_at) or j.at = a.resolved_at) as timely
         from payments.journal as j left join payments.payments as p on p.id = j.object_id
         left join payments.anomalies as a on a.object_id = j.object_id group by j.kind order by j.kind`,
    );
    expect(rows).to.deep.equal([
      { kind: "capture", rows: 30, timely: true },
      { kind: "late_charge", rows: 2, timely: true },
      { kind: "reversal", rows: 1, timely: true },
    ]);
    while ((await journal.checkJournal({})).more);
    expect((await journal.journalFindings({ limit: 10 })).findings).to.deep.equal([]);
    const { totals } = await journal.journalTotals({ merchant_id: "mer_a", livemode: null, currency: null });
    expect(totals.map(({ kind, amount }) => `${kind} ${amount}`)).to.deep.equal([
      "capture 3465",
      "late_charge 203",
      "reversal 101",
    ]);
  });
});
