import type { ParkedEvent } from "@flowlix/contracts";
import { DomainError, newId } from "@flowlix/runtime";
import { expect } from "chai";
import { recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { scriptedPayments } from "../../api-gateway/test/support/scripted-payments.ts";
import { scriptedPayouts } from "../../api-gateway/test/support/scripted-payouts.ts";
import { scriptedRefunds } from "../../api-gateway/test/support/scripted-refunds.ts";
import { withTool } from "./support/tool.ts";

const parkedEvent = (parked_at_ms: number): ParkedEvent => ({
  event_id: newId("event"),
  event_type: "payment.succeeded",
  object_id: newId("payment"),
  version: 2,
  merchant_id: newId("merchant"),
  livemode: false,
  created_at_ms: 1_700_000_000_000,
  parked_at_ms,
  refusals: 10,
  reason: "another event has this id",
  waiting: 1,
  anomaly_id: newId("anomaly"),
});
const [OLDER, NEWER] = [parkedEvent(1_700_000_100_000), parkedEvent(1_700_000_200_000)];

describe("parked events", () => {
  let away = false;
  let broken: readonly ParkedEvent[] = [];
  let released: unknown[] = [];
  const owner = (own: ParkedEvent) => ({
    listParked: async () => {
      if (away && own === OLDER) throw new DomainError("service_unavailable");
      if (broken.includes(own)) throw new Error("permission denied for table outbox");
      return { parked: [own], has_more: false };
    },
    showParked: async ({ event_id }: { readonly event_id: string }) => {
      if (broken.includes(own)) throw new Error("permission denied for table outbox");
      if (event_id !== own.event_id) throw new DomainError("object_not_found");
      return { ...own, payload: '{"id":"evt"}' };
    },
    releaseParked: async (asked: { readonly event_id: string }) => {
      if (asked.event_id !== own.event_id) throw new DomainError("object_not_found");
      released.push(asked);
      return { event_id: asked.event_id, object_id: own.object_id, released: 2 };
    },
  });
  const tool = withTool({
    payments: scriptedPayments(owner(NEWER)),
    refunds: scriptedRefunds(owner(OLDER)),
    payouts: scriptedPayouts(),
  });
  afterEach(() => {
    away = false;
    broken = [];
    released = [];
  });

  it("of every owner are listed, those that wait for longest first, with why", async () => {
    const { exitCode, answer } = await tool.json("parked", "list");
    expect(exitCode).to.equal(0);
    expect(
      recordsOf(answer["parked"]).map(({ event_id, service, mode }) => [event_id, service, mode]),
    ).to.deep.equal([
      [OLDER.event_id, "refunds", "sandbox"],
      [NEWER.event_id, "payments", "sandbox"],
    ]);
    const { stdout } = await tool.run("parked", "list");
    expect(stdout).to.match(/2023-11-14T22:15:00Z +10 +1 +ano_\w+ +another event has this id/);
  });

  it("of an owner that is away are named as missing, with 5", async () => {
    away = true;
    const { exitCode, stderr } = await tool.run("parked", "list");
    expect([exitCode, stderr]).to.deep.equal([
      5,
      "flowlix: missing: the parked events of refunds: refunds does not answer",
    ]);
  });

  it("of an owner that answers with an error are missing: that it failed is said, and where to read why", async () => {
    broken = [OLDER];
    const { exitCode, stderr } = await tool.run("parked", "list");
    expect(exitCode).to.equal(5);
    expect(stderr).to.match(
      /^flowlix: missing: the parked events of refunds: refunds failed, see its log, request req_\w{24}$/,
    );
    const { answer } = await tool.json("parked", "list");
    expect(answer["missing"]).to.deep.equal(["refunds"]);
    expect(recordsOf(answer["failed"]).map(({ service }) => service)).to.deep.equal(["refunds"]);
  });

  it("are none only where every owner answers and none has any", async () => {
    broken = [OLDER, NEWER];
    const { stdout } = await tool.run("parked", "list");
    expect(stdout).to.equal("unknown: not every service could be asked");
  });

  it("where an owner fails at one of them that is said, with the request to look for", async () => {
    broken = [OLDER, NEWER];
    const { exitCode, stderr } = await tool.run("parked", "show", OLDER.event_id);
    expect(exitCode).to.equal(1);
    expect(stderr).to.match(/^flowlix: the service that owns this failed: see its log, request req_\w{24}$/);
  });

  it("are shown as they are stored, with how to go on", async () => {
    const { exitCode, stdout } = await tool.run("parked", "show", OLDER.event_id);
    expect(exitCode).to.equal(0);
    expect(stdout).to.contain('Stored event:\n{"id":"evt"}');
    expect(stdout).to.contain(`parked release ${OLDER.event_id} --note TEXT`);
    expect((await tool.run("parked", "show", newId("event"))).exitCode).to.equal(3);
  });

  it("are released by their owner, in an operator's name and words", async () => {
    const { exitCode, stdout } = await tool.run(
      "parked",
      "release",
      NEWER.event_id,
      "--note",
      "the other one is gone",
      "--actor",
      "ann",
    );
    expect([exitCode, stdout]).to.deep.equal([0, `2 parked event(s) of ${NEWER.object_id} are tried again`]);
    expect(released).to.deep.equal([
      { event_id: NEWER.event_id, actor: "ann", note: "the other one is gone" },
    ]);
    for (const argv of [[], ["--note", " "]])
      expect((await tool.run("parked", "release", NEWER.event_id, ...argv)).exitCode).to.equal(2);
    expect(released).to.have.length(1);
  });
});
