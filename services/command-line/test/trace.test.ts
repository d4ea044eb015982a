import type { TracedObject, TraceEntry } from "@flowlix/contracts";
import { DomainError, newId, requestOfId } from "@flowlix/runtime";
import { expect } from "chai";
import { recordsOf } from "../../api-gateway/test/support/gateway.ts";
import { scriptedIdempotency } from "../../api-gateway/test/support/scripted-idempotency.ts";
import { scriptedNotifier } from "../../api-gateway/test/support/scripted-notifier.ts";
import { scriptedPayments } from "../../api-gateway/test/support/scripted-payments.ts";
import { scriptedPayouts } from "../../api-gateway/test/support/scripted-payouts.ts";
import { scriptedRefunds } from "../../api-gateway/test/support/scripted-refunds.ts";
import { withTool } from "./support/tool.ts";

const PAYMENT = newId("payment");
const REFUND = newId("refund");
const EVENT = newId("event");
const AT = Date.parse("2026-11-25T10:40:14.370Z");

const object = (id: string, kind: TracedObject["kind"], related: string): TracedObject => ({
  id,
  kind,
  merchant_id: `mer_${"1".repeat(24)}`,
  livemode: false,
  provider: "sandbox",
  status: "SUCCEEDED",
  failure_code: null,
  amount: 4999,
  currency: "EUR",
  version: 2,
  created_at_ms: AT,
  facts: { status_syncs: 0, next_sync_at_ms: null, submission_kept: kind !== "refund" },
  related: [related],
  more_related: false,
});
const entry = (object_id: string, part: TraceEntry["part"], what: string, facts = {}): TraceEntry => ({
  at_ms: AT + 100,
  object_id,
  part,
  what,
  facts,
});

describe("the trace of an object", () => {
  let broken: readonly string[] = [];
  let away: readonly string[] = [];
  const orAway = async <T>(service: string, answer: T): Promise<T> => {
    if (away.includes(service)) throw new DomainError("service_unavailable");
    if (broken.includes(service)) throw new Error("permission denied for table outbox");
    return answer;
  };
  const owner = (service: string, own: TracedObject, recorded: readonly TraceEntry[]) => ({
    traceObjects: async ({ ids }: { readonly ids: readonly string[] }) =>
      orAway(
        service,
        ids.includes(own.id) ? { objects: [own], entries: [...recorded] } : { objects: [], entries: [] },
      ),
  });
  const notifier = scriptedNotifier([], {
    objectOfEvent: async ({ event_id }) => {
      if (event_id !== EVENT) throw new DomainError("object_not_found");
      return orAway("notifier", { object_id: PAYMENT });
    },
    traceEvents: async ({ ids }) =>
      orAway("notifier", {
        entries: ids.includes(PAYMENT)
          ? [
              entry(PAYMENT, "event", "payment.succeeded", {
                event_id: EVENT,
                version: 2,
                trace_id: "f".repeat(32),
              }),
            ]
          : [],
      }),
  });
  const tool = withTool({
    payments: scriptedPayments(
      owner("payments", object(PAYMENT, "payment", REFUND), [
        entry(PAYMENT, "journal", "capture", { amount: 4999, note: null }),
        entry(PAYMENT, "call", "authorise", { outcome: "unknown.lost", duration_ms: 10_003, tried: null }),
      ]),
    ),
    refunds: scriptedRefunds(owner("refunds", object(REFUND, "refund", PAYMENT), [])),
    payouts: scriptedPayouts(),
    idempotency: scriptedIdempotency({
      traceKeys: async ({ ids }) =>
        orAway("idempotency", { entries: ids.includes(PAYMENT) ? [entry(PAYMENT, "key", "done", {})] : [] }),
    }),
    notifier,
  });
  afterEach(() => {
    away = [];
    broken = [];
  });

  for (const [what, id] of [
    ["a Payment", PAYMENT],
    ["its Refund", REFUND],
    ["the request that made it", requestOfId(PAYMENT)],
    ["the request that made its Refund", requestOfId(REFUND)],
    ["one of its events", EVENT],
  ] as const)
    it(`has both objects and all of their entries by ${what}`, async () => {
      const { exitCode, answer } = await tool.json("trace", id);
      expect(exitCode).to.equal(0);
      expect(recordsOf(answer["objects"]).map((one) => one["id"])).to.have.members([PAYMENT, REFUND]);
      expect(recordsOf(answer["timeline"]).map(({ part }) => part)).to.include.members([
        "request",
        "key",
        "journal",
        "event",
      ]);
      expect(answer["trace_ids"]).to.deep.equal(["f".repeat(32)]);
    });

  it("is shown to people by objects and a line for each entry, without what is not known, and how to find the log", async () => {
    const { exitCode, stdout, stderr } = await tool.run("trace", PAYMENT);
    expect([exitCode, stderr]).to.deep.equal([0, ""]);
    expect(stdout).to.match(/^id +pay_/);
    expect(stdout).to.match(/2026-11-25T10:40:14\.470Z +pay_\w+ +journal +capture +amount=4999\n/);
    expect(stdout).to.contain(`grep -F -e ${PAYMENT} -e ${requestOfId(PAYMENT)}`);
    expect(stdout).to.contain(`Traces: ${"f".repeat(32)}`);
  });

  it("tells single calls of the acquirer in their place, and of which object the first one was left out", async () => {
    const { stdout } = await tool.run("trace", PAYMENT);
    expect(stdout).to.match(
      /2026-11-25T10:40:14\.470Z +pay_\w+ +call +authorise +outcome=unknown\.lost duration_ms=10003\n/,
    );
    const lines = stdout.split("\n").filter((line) => line.includes(" is not kept: under load "));
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.match(new RegExp(`^The first call of ${REFUND} is not kept`));
  });

  it("names whose part is missing, shows the others', and the exit code is 5", async () => {
    away = ["notifier", "refunds"];
    const { exitCode, stdout, stderr } = await tool.run("trace", PAYMENT);
    expect(exitCode).to.equal(5);
    expect(stderr).to.equal(
      "flowlix: missing: its events and their deliveries: notifier does not answer\n" +
        "flowlix: missing: what Refunds did: refunds does not answer",
    );
    expect(stdout).to.contain("capture");
    expect((await tool.json("trace", PAYMENT)).answer["missing"]).to.deep.equal(["notifier", "refunds"]);
  });

  it("says who answered with an error, which runs and is not to be restarted, and where to read why", async () => {
    broken = ["refunds"];
    away = ["notifier"];
    const { answer } = await tool.json("trace", PAYMENT);
    const [failed = {}] = recordsOf(answer["failed"]);
    expect(answer["missing"]).to.deep.equal(["notifier", "refunds"]);
    expect([recordsOf(answer["failed"]).length, failed["service"]]).to.deep.equal([1, "refunds"]);
    expect(failed["request_id"]).to.match(/^req_/);
    const { stderr } = await tool.run("trace", PAYMENT);
    expect(stderr).to.match(
      /^flowlix: missing: its events and their deliveries: notifier does not answer\nflowlix: missing: what Refunds did: refunds failed, see its log, request req_\w{24}$/,
    );
    away = [];
    broken = ["payments"];
    const nothing = await tool.run("trace", newId("payment"));
    expect([nothing.exitCode, nothing.stdout]).to.deep.equal([1, ""]);
    expect(nothing.stderr).to.match(
      /^flowlix: nothing is known of it by who answers: payments failed, see its log, request req_\w{24}$/,
    );
  });

  it("says of a request that made nothing where to look, with 3, and of nothing known while one is away, with 1", async () => {
    const unknown = await tool.run("trace", newId("request"));
    expect(unknown.exitCode).to.equal(3);
    expect(unknown.stderr).to.match(/made nothing: look for "request_id"/);
    const event = await tool.run("trace", newId("event"));
    expect(event.exitCode).to.equal(3);
    expect(event.stderr).to.match(/^flowlix: the notifier has no event of this id: .*parked list/);
    away = ["payments"];
    const unsure = await tool.run("trace", newId("payment"));
    expect([unsure.exitCode, unsure.stderr]).to.deep.equal([
      1,
      "flowlix: nothing is known of it by who answers: payments does not answer",
    ]);
  });

  it("says of an id that is cut off, or has other characters, what is wrong with it", async () => {
    for (const [id, fault] of [
      ["pay_zzz", "ID must be pay_ and 24 letters or digits: these are 3"],
      [REFUND.slice(0, -1), "ID must be ref_ and 24 letters or digits: these are 23"],
      [`${EVENT}0`, "ID must be evt_ and 24 letters or digits: these are 25"],
      [
        `po_${"-".repeat(24)}`,
        "ID must be po_ and 24 letters or digits: these are not all letters or digits",
      ],
      ["mer_1", "ID must be one of pay_…, ref_…, po_…, req_…, evt_…"],
    ] as const) {
      const { exitCode, stderr } = await tool.run("trace", id);
      expect([exitCode, stderr]).to.deep.equal([2, `flowlix: ${fault}`]);
    }
  });

  it("refuses what is no such id, and none at all, with 2", async () => {
    for (const argv of [["trace", "mer_1"], ["trace"], ["trace", PAYMENT, REFUND]])
      expect((await tool.run(...argv)).exitCode, argv.join(" ")).to.equal(2);
    expect((await tool.run("trace", "--help")).stdout).to.contain("flowlix trace ID");
  });
});
