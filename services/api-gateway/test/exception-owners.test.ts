import type { ExceptionRecord, AuditEntry } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { expect } from "chai";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

const anomaly = (digit: string, created_at: number): ExceptionRecord => ({
  id: `ano_${digit.repeat(24)}`,
  kind: "outcome_mismatch",
  object_id: null,
  merchant_id: null,
  livemode: null,
  amount: null,
  currency: null,
  detail: "a contradiction",
  resolution: null,
  note: null,
  created_at,
  resolved_at: null,
});

describe("exceptions of several owners", () => {
  let gateway: TestGateway;
  let away = false;
  let isConflict = false;
  let ended: Partial<ExceptionRecord> = {};
  let audit: AuditEntry[] = [];
  const noted: unknown[] = [];
  /** Has one exception of its own. */
  const owner = (name: string, own: ExceptionRecord) => ({
    listAnomalies: async () => {
      if (away && name === "refunds") throw new DomainError("service_unavailable");
      return { anomalies: [{ ...own, ...ended }] };
    },
    listAudit: async () => ({ entries: audit.filter(({ service }) => service === name) }),
    noteAnomaly: async ({ anomaly_id, note }: { anomaly_id: string; note: string }) => {
      if (away && name === "refunds") throw new DomainError("service_unavailable");
      if (anomaly_id !== own.id) throw new DomainError("object_not_found", { param: anomaly_id });
      if (note === "again") throw new DomainError("object_state_conflict");
      noted.push([name, note]);
      return { ...own, resolution: "noted" as const, note };
    },
  });
  const [ofPayments, ofRefunds] = [anomaly("1", 100), anomaly("2", 200)];
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({
      payments: scriptedPayments({
        ...owner("payments", ofPayments),
        reverseAnomaly: async ({ anomaly_id }) => {
          if (anomaly_id !== ofPayments.id) throw new DomainError("object_not_found", { param: anomaly_id });
          if (isConflict) throw new DomainError("object_state_conflict");
          return { ...ofPayments, resolution: "reversed" };
        },
      }),
      refunds: scriptedRefunds(owner("refunds", ofRefunds)),
    });
  });
  afterEach(() => {
    away = false;
    isConflict = false;
    ended = {};
    audit = [];
  });
  after(() => gateway.stop());

  const list = async (query = "") => {
    const { body } = await gateway.control("GET", `/anomalies${query}`);
    return [recordsOf(body["anomalies"]).map(({ id }) => id), body["missing"]];
  };
  const reverse = (id: string) => gateway.control("POST", `/anomalies/${id}/reverse`, {});
  const note = (id: string, text: string) => gateway.control("POST", `/anomalies/${id}/note`, { note: text });

  it("are listed together, the newest first", async () => {
    expect(await list()).to.deep.equal([[ofRefunds.id, ofPayments.id], []]);
    expect(await list("?limit=1")).to.deep.equal([[ofRefunds.id], []]);
  });

  it("an owner that is away hides no other's, and is named", async () => {
    away = true;
    expect(await list()).to.deep.equal([[ofPayments.id], ["refunds"]]);
  });

  it("are ended by the owner that has them", async () => {
    expect((await note(ofPayments.id, "one")).status).to.equal(200);
    expect((await note(ofRefunds.id, "two")).status).to.equal(200);
    expect(noted).to.deep.equal([
      ["payments", "one"],
      ["refunds", "two"],
    ]);
  });

  it("what the owner says of it is told; none is known to nobody", async () => {
    expect((await note(ofRefunds.id, "again")).status).to.equal(409);
    expect((await note(anomaly("3", 0).id, "x")).status).to.equal(404);
  });

  it("while an owner is away nobody says that there is none", async () => {
    away = true;
    expect((await note(anomaly("3", 0).id, "x")).status).to.equal(503);
  });

  it("only a charge is reversed: of a Refund's exception that is said, and what to do instead", async () => {
    const answer = await reverse(ofRefunds.id);
    expect(answer.status).to.equal(409);
    expect(recordOf(answer.body["error"])["message"]).to.equal(
      `only a charge can be reversed, and this is an anomaly of refunds: look into it at the provider, then end it with "anomaly note ${ofRefunds.id} TEXT"`,
    );
    expect((await reverse(ofPayments.id)).status).to.equal(200);
    expect((await reverse(anomaly("3", 0).id)).status).to.equal(404);
    away = true;
    expect((await reverse(anomaly("3", 0).id)).status).to.equal(503);
  });

  for (const [what, act] of [
    ["reversed", () => reverse(ofPayments.id)],
    ["noted", () => note(ofPayments.id, "again")],
  ] as const)
    it(`one that was ${what} already is refused with who did it, and when`, async () => {
      isConflict = true;
      ended = { resolution: what, resolved_at: 1_700_000_000 };
      const message = async () => {
        const { status, body } = await act();
        return [status, recordOf(body["error"])["message"]];
      };
      const at = "at 2023-11-14T22:13:20Z already";
      expect(await message(), "the act is older than the log that is read").to.deep.equal([
        409,
        `it was ${what} ${at}`,
      ]);
      const entry = { id: "1", service: "payments", actor: "ada", detail: {}, at: 1_700_000_000 };
      audit = [
        { ...entry, act: `anomaly.${what}`, subject: ofRefunds.id, actor: "eve" },
        { ...entry, act: `anomaly.${what}`, subject: ofPayments.id },
      ];
      expect(await message()).to.deep.equal([409, `it was ${what} by ada ${at}`]);
    });

  it("one that is open and has no charge to give back says so, and what to do instead", async () => {
    isConflict = true;
    const { status, body } = await reverse(ofPayments.id);
    expect([status, recordOf(body["error"])["message"]]).to.deep.equal([
      409,
      `there is no charge of it that could be given back: look into it at the provider, then end it with "anomaly note ${ofPayments.id} TEXT"`,
    ]);
  });
});
