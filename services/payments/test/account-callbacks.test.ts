import { expect } from "chai";
import {
  acceptCallbacks,
  acquirersOf,
  createEvidenceStore,
  sweepCallbacks,
  withEvidence,
} from "@flowlix/engine";
import {
  EVIDENCE_MAX,
  REFUSALS_MAX,
  REFUSED_REQUEST,
  type Evidence,
  type Outcome,
  type Provider,
} from "@flowlix/provider";
import { newId } from "@flowlix/runtime";
import { moveClock, provedCallbacks } from "@flowlix/testkit";
import { acceptOrderCallbacks } from "../src/status-sync/accept-order-callback.ts";
import { withPayments } from "./support/payments-under-test.ts";
import { syncPayments } from "./support/sync-due.ts";

const PROCESSING: Outcome = { kind: "in_progress", stage: "processing" };
const MINE = `acq_${"m".repeat(24)}`;
const ANOTHER = `acq_${"n".repeat(24)}`;
const HOUR = 3_600_000;

type Asked = Parameters<typeof acceptOrderCallbacks>[1];

describe("callbacks of a merchant's account", () => {
  const given = withPayments();

  const callback = (reference: string, changes: Partial<Asked["callbacks"][number]> = {}) => ({
    callback_id: newId("request"),
    reference,
    claimed_state: "succeeded",
    at: 1_000,
    evidence: '{"success":true}',
    ...changes,
  });

  /** What the gateway hands over of callbacks, with its proof. */
  const reported = (account: string, callbacks: Asked["callbacks"]) =>
    provedCallbacks(given().deps.proofs, { provider: "sandbox", account, callbacks });
  const accept = (account: string, ...callbacks: ReturnType<typeof callback>[]) =>
    acceptOrderCallbacks(given().deps, reported(account, callbacks));

  /** A Payment that went to an account, is open and not due. */
  async function made(account: string, outcome: Outcome = PROCESSING) {
    const { create, request, provider, database } = given();
    provider.submits(outcome);
    const { id } = await create(await request());
    await database.sql(
      `update payments.payments set provider_account = $2, next_look_at = case when next_look_at is not null then timestamptz '2099-01-01' end
        where id = $1`,
      [id, account],
    );
    return id;
  }

  /** Syncs what is due at an account's acquirer that cannot be read; answers what each read was given. */
  async function syncedBy(account: string) {
    const { deps, provider } = given();
    const reads: { reference: string; evidence: readonly Evidence[] }[] = [];
    const unreadable: Provider = {
      ...provider,
      evidence: true,
      read: async ({ reference }, _deadline, _requestId, _suspect, evidence = []) => {
        reads.push({ reference, evidence });
        return evidence.length === 0 ? { kind: "absent" } : { kind: "succeeded" };
      },
      close: async (_order, _deadline, _requestId, evidence = []) =>
        evidence.length === 0 ? { kind: "unknown", cause: "lost" } : { kind: "succeeded" },
    };
    const port = withEvidence(unreadable, { provider_account: account }, deps.evidence);
    const accounts = {
      of: () => port,
      all: () => [port],
      inUse: () => new Map(),
      accounts: () => [],
      capabilitiesOf: () => null,
      existing: () => null,
      portOf: () => port,
    };
    await syncPayments({ ...deps, acquirers: acquirersOf([port], accounts) }, 100);
    return reads;
  }

  const kept = async (column: string, value: string) =>
    given().database.sql(
      `select callback_id, matched_at is not null as matched, evidence from payments.account_callbacks where ${column} = $1 order by callback_id`,
      [value],
    );

  it("are kept with what was signed, make their Payment due, and its read is given them", async () => {
    const id = await made(MINE);
    const one = callback(id);
    await accept(MINE, one);
    const [read] = await syncedBy(MINE);
    expect(read).to.deep.equal({
      reference: id,
      evidence: [
        {
          callbackId: one.callback_id,
          kind: "order",
          reference: id,
          at: 1_000,
          evidence: '{"success":true}',
        },
      ],
    });
    expect(await given().row(id)).to.include({ status: "SUCCEEDED" });
  });

  it("never count for an object of another account, even where they are signed and name its reference", async () => {
    const id = await made(MINE);
    const planted = callback(id);
    await accept(ANOTHER, planted);
    expect(await syncedBy(MINE), "it is not even due").to.deep.equal([]);
    // Due for another reason: what another account signed is still not given to the read.
    await given().database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [
      id,
    ]);
    expect(await syncedBy(MINE)).to.deep.equal([{ reference: id, evidence: [] }]);
    expect(await given().row(id)).to.include({ status: "PROCESSING" });
    expect(await kept("callback_id", planted.callback_id)).to.deep.include.members([
      { callback_id: planted.callback_id, matched: false, evidence: '{"success":true}' },
    ]);
  });

  it("never count for an object of the installation's own acquirer", async () => {
    const { create, request, provider } = given();
    provider.submits(PROCESSING);
    const { id } = await create(await request());
    const before = await given().row(id);
    await accept(MINE, callback(id));
    expect(await given().row(id)).to.deep.equal(before);
  });

  it("take no id away from another account's", async () => {
    const id = await made(MINE);
    const one = callback(id);
    await accept(ANOTHER, { ...one, evidence: '{"success":false}' });
    await accept(MINE, one);
    expect((await syncedBy(MINE)).map(({ evidence }) => evidence.map((each) => each.evidence))).to.deep.equal(
      [['{"success":true}']],
    );
  });

  it("are kept once however often they come, and say so each time", async () => {
    const id = await made(MINE);
    const one = callback(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(MINE, one, callback(id, one))));
    expect(answers).to.deep.equal(Array.from({ length: 5 }, () => ({ accepted: true })));
    expect(await kept("reference", id)).to.have.length(1);
  });

  it("are kept all or none", async () => {
    const [first, second] = [await made(MINE), await made(MINE)];
    const tooLong = callback(second, { evidence: "é".repeat(8_000) });
    const refused = await accept(MINE, callback(first), tooLong).catch((error: unknown) => error);
    expect(refused).to.be.an("error");
    expect([...(await kept("reference", first)), ...(await kept("reference", second))]).to.deep.equal([]);
    expect(await syncedBy(MINE)).to.deep.equal([]);
  });

  it("that came before their Payment could be seen make it due later", async () => {
    const { deps, database } = given();
    const id = await made(MINE);
    await database.sql("update payments.payments set provider_account = null where id = $1", [id]);
    await accept(MINE, callback(id));
    await database.sql("update payments.payments set provider_account = $2 where id = $1", [id, MINE]);
    expect(await syncedBy(MINE)).to.deep.equal([]);
    await sweepCallbacks(deps);
    expect(await syncedBy(MINE)).to.have.length(1);
  });

  it("of a reference that is none of the account's are an exception after a day, and go a week later", async () => {
    const { deps, database } = given();
    const id = newId("payment");
    const stray = callback(id);
    await accept(MINE, stray);
    await moveClock(database, 25 * HOUR);
    await sweepCallbacks(deps);
    const found = (await deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === id);
    expect(found.map(({ kind, detail }) => ({ kind, detail }))).to.deep.equal([
      {
        kind: "unknown_reference",
        detail: `the provider "sandbox ${MINE}" reported "succeeded" of a reference that is none of this account's`,
      },
    ]);
    await sweepCallbacks(deps);
    expect(await kept("callback_id", stray.callback_id)).to.have.length(1);
    await moveClock(database, (25 + 8 * 24) * HOUR);
    await sweepCallbacks(deps);
    expect(await kept("callback_id", stray.callback_id)).to.deep.equal([]);
  });

  it("stay as long as their Payment where they are evidence; a hint goes after a week", async () => {
    const { deps, database } = given();
    const id = await made(MINE);
    const evidence = callback(id);
    const { evidence: _none, ...hint } = callback(id);
    await acceptOrderCallbacks(deps, reported(MINE, [evidence, hint]));
    await moveClock(database, 400 * 24 * HOUR);
    await sweepCallbacks(deps);
    expect((await kept("reference", id)).map(({ callback_id }) => callback_id)).to.deep.equal([
      evidence.callback_id,
    ]);
  });

  it("are refused without the gateway's proof of all of them, and nothing is kept", async () => {
    const { deps } = given();
    const id = await made(MINE);
    const [real, madeUp] = [callback(id, { evidence: '{"success":false}' }), callback(id)];
    const right = reported(MINE, [real]);
    const { proof: _proof, ...unproved } = reported(MINE, [madeUp]);
    const { evidence: _none, ...hint } = callback(id);
    const refusals: readonly [string, Asked][] = [
      ["no proof", unproved],
      ["the proof of another request", { ...right, callbacks: [madeUp] }],
      ["one callback beside what is proved", { ...right, callbacks: [real, madeUp] }],
      ["another account", { ...right, provider_account: ANOTHER }],
      ["a hint without a proof", { ...unproved, callbacks: [hint] }],
    ];
    for (const [what, asked] of refusals) {
      const refused = await acceptOrderCallbacks(deps, asked).catch((error: unknown) => error);
      expect(refused, what).to.be.instanceOf(Error).with.property("name", "ProofError");
    }
    expect(await kept("object_id", id)).to.deep.equal([]);
    expect(await syncedBy(MINE), "nothing is due").to.deep.equal([]);
    await acceptOrderCallbacks(deps, right);
    expect((await syncedBy(MINE)).map(({ evidence }) => evidence.map((one) => one.evidence))).to.deep.equal([
      ['{"success":false}'],
    ]);
  });

  it("of another system's references are answered and not kept", async () => {
    expect(await accept(MINE, callback("order-of-a-shop"))).to.deep.equal({ accepted: true });
    expect(await kept("reference", "order-of-a-shop")).to.deep.equal([]);
  });

  it("have a bound of those that name nothing of the account, which holds back nothing that does", async () => {
    const { deps } = given();
    const account = `acq_${"b".repeat(24)}`;
    const id = await made(account);
    const logged: unknown[] = [];
    const few = {
      ...deps,
      evidence: bounded(3),
      logger: { error: (fields: unknown) => void logged.push(fields) },
    };
    const keep = (...callbacks: ReturnType<typeof callback>[]) =>
      acceptCallbacks(few, "payments", reported(account, callbacks));
    for (let stray = 0; stray < 5; stray += 1) await keep(callback(newId("payment")));
    await keep(callback(id));
    expect(await kept("provider_account", account)).to.have.length(4);
    expect(logged).to.have.length(2);
    expect((await syncedBy(account)).map(({ reference }) => reference)).to.deep.equal([id]);
  });

  it("are given to a read oldest first, and so many are kept at most, also of one request", async () => {
    const id = await made(MINE);
    const all = Array.from({ length: EVIDENCE_MAX + 5 }, (_, n) => callback(id, { at: 2_000 - n }));
    await accept(MINE, ...all.slice(0, 100));
    await accept(MINE, ...all);
    const [read] = await syncedBy(MINE);
    const moments = read?.evidence.map(({ at }) => at) ?? [];
    expect(moments).to.have.length(EVIDENCE_MAX);
    expect(moments).to.deep.equal(moments.toSorted((one, other) => one - other));
  });

  it("of an acquirer that can be read are kept so many of an object at most, and more are dropped", async () => {
    const id = await made(MINE);
    const all = Array.from({ length: EVIDENCE_MAX + 5 }, () => {
      const { evidence: _none, ...read } = callback(id);
      return read;
    });
    await acceptOrderCallbacks(given().deps, reported(MINE, all));
    expect(await kept("object_id", id)).to.have.length(EVIDENCE_MAX);
  });

  const refusal = (reference: string, what = "TECHNICAL_CANCEL") =>
    callback(reference, { claimed_state: `${REFUSED_REQUEST}${what}`, evidence: `{"refused":"${what}"}` });

  it("that repeat without end crowd out nothing: refusals of our own requests are kept a few of each", async () => {
    const id = await made(MINE);
    await accept(MINE, ...Array.from({ length: 60 }, () => refusal(id)));
    for (let at = 0; at < 60; at += 1) await accept(MINE, refusal(id));
    await accept(MINE, ...Array.from({ length: 3 }, () => refusal(id, "CANCEL_OR_REFUND")));
    await accept(MINE, callback(id));
    const [read] = await syncedBy(MINE);
    const counts = Object.groupBy(read?.evidence ?? [], ({ evidence }) => evidence);
    expect(Object.entries(counts).map(([evidence, all]) => [evidence, all?.length])).to.have.deep.members([
      ['{"refused":"TECHNICAL_CANCEL"}', REFUSALS_MAX],
      ['{"refused":"CANCEL_OR_REFUND"}', 3],
      ['{"success":true}', 1],
    ]);
  });

  it("that refuse a request of ours make nothing due, whenever they come; their facts are kept", async () => {
    const { deps, database } = given();
    const [open, ended] = [await made(MINE), await made(MINE, { kind: "succeeded" })];
    await accept(MINE, refusal(open), refusal(ended));
    const early = await made(MINE);
    await database.sql("update payments.payments set provider_account = null where id = $1", [early]);
    await accept(MINE, refusal(early));
    await database.sql("update payments.payments set provider_account = $2 where id = $1", [early, MINE]);
    await sweepCallbacks(deps);
    expect(await syncedBy(MINE)).to.deep.equal([]);
    for (const id of [open, ended, early]) expect(await kept("reference", id)).to.have.length(1);
  });

  it("of the order of a later card are given to that order alone", async () => {
    const id = await made(MINE);
    await accept(
      MINE,
      callback(`${id}_2`, { evidence: '{"card":2}' }),
      callback(id, { evidence: '{"card":1}' }),
    );
    const read = (reference: string) =>
      given().deps.evidence.read({ provider: "sandbox", provider_account: MINE }, reference);
    expect((await read(id)).map(({ evidence }) => evidence)).to.deep.equal(['{"card":1}']);
    expect((await read(`${id}_2`)).map(({ evidence }) => evidence)).to.deep.equal(['{"card":2}']);
  });

  it("that agree with an end in our words are old news; any other word about it is read once", async () => {
    const DECLINED: Outcome = { kind: "failed", code: "do_not_honor" };
    const [paid, failed] = [await made(MINE, { kind: "succeeded" }), await made(MINE, DECLINED)];
    await accept(MINE, callback(paid), callback(failed, { claimed_state: "failed" }));
    expect(await syncedBy(MINE)).to.deep.equal([]);
    for (const claimed_state of ["undone", "failed", "CAPTURE_FAILED.true"]) {
      const id = await made(MINE, { kind: "succeeded" });
      await accept(MINE, callback(id, { claimed_state }));
      expect(
        (await syncedBy(MINE)).map(({ reference }) => reference),
        claimed_state,
      ).to.deep.equal([id]);
      expect(await syncedBy(MINE)).to.deep.equal([]);
    }
    for (const claimed_state of ["succeeded", "AUTHORISATION.true", "returned"]) {
      const id = await made(MINE, DECLINED);
      await accept(MINE, callback(id, { claimed_state }));
      expect(
        (await syncedBy(MINE)).map(({ reference }) => reference),
        claimed_state,
      ).to.deep.equal([id]);
      const kinds = (await given().deps.exceptions.list(true, 100)).filter(
        ({ object_id }) => object_id === id,
      );
      expect(kinds.map(({ kind }) => kind)).to.deep.equal(["charged_after_end"]);
    }
  });

  const bounded = (unmatchedMax: number) => createEvidenceStore(given().pool, "payments", unmatchedMax);
});
