import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
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

  it("shows single calls to the acquirer in their place, and names the object whose first one was left out", async () => {
    const { stdout } = await tool.run("trace", PAYMENT);
    expect(stdout).to.match(
      /2026-11-25T10:40:14\.470Z +pay_\w+ +call +authorise +outcome=unknown\.lost duration_ms=10003\n/,
    );
    const lines = stdout.split("\n").filter((line) => line.includes(" is not kept: under load "));
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.match(new RegExp(`^The first call of ${REFUND} is not kept`));
  });

  describe("with log lines", () => {
    const TRACE = "f".repeat(32);
    const line = (fields: object) =>
      JSON.stringify({
        level: "info",
        service: "payments",
        instance: "p-1",
        span_id: "1".repeat(16),
        ...fields,
      });
    const lines = [
      "payments-1  | the platform starts",
      `payments-1  | ${line({ ts: "2026-11-25T10:40:14.465Z", msg: "the acquirer did not answer", object_id: PAYMENT, operation: "authorise" })}`,
      `[pod/pay-refunds-7d4/refunds] ${line({ ts: "2026-11-25T10:40:14.480Z", level: "error", service: "refunds", msg: "a job failed", trace_id: TRACE, err: { name: "Error", code: "40001", message: "could not serialize\naccess", stack: "at secret" }, parts: [1] })}`,
      line({ ts: "2026-11-25T10:40:14.490Z", msg: "delivered", event_id: EVENT, attempts: 2 }),
      line({ ts: "2026-11-25T10:40:14.466Z", msg: "another's", object_id: newId("payment") }),
      `postgres-1 | LOG: duration of ${PAYMENT}`,
      line({ msg: "without a time", object_id: PAYMENT }),
      `x${"y".repeat(100_000)} ${PAYMENT}`,
      line({ ts: "2026-11-25T10:40:14.500Z", object_id: PAYMENT, msg: "t".repeat(70_000) }),
      `\u001b[31m${line({ ts: "2026-11-25T10:40:14.495Z", msg: "ends without a line break", request_id: requestOfId(PAYMENT) })}`,
    ];
    let file = "";
    before(() => {
      file = join(tool.folder, "platform.log");
      writeFileSync(file, lines.join("\n"));
    });

    it("puts those of its ids and traces into the timeline by their own times, whatever stands before the JSON", async () => {
      for (const argv of [
        ["trace", PAYMENT, "--logs", file],
        ["trace", "--logs", file, PAYMENT],
      ]) {
        const { exitCode, answer } = await tool.json(...argv);
        expect(exitCode).to.equal(0);
        const timeline = recordsOf(answer["timeline"]);
        const reported = timeline.filter(({ part }) => part === "log");
        expect(reported.map(({ what, object_id }) => [what, object_id])).to.deep.equal([
          ["the acquirer did not answer", PAYMENT],
          ["a job failed", null],
          ["delivered", null],
          ["ends without a line break", null],
        ]);
        expect(reported.map(({ facts }) => facts)).to.deep.equal([
          { service: "payments", instance: "p-1", operation: "authorise", from: "payments-1" },
          {
            level: "error",
            service: "refunds",
            instance: "p-1",
            trace_id: TRACE,
            err: "Error (40001): could not serialize",
            from: "pod/pay-refunds-7d4/refunds",
          },
          { service: "payments", instance: "p-1", event_id: EVENT, attempts: 2 },
          {
            service: "payments",
            instance: "p-1",
            request_id: requestOfId(PAYMENT),
            from: "\u001b[31m",
          },
        ]);
        const times = timeline.map(({ at_ms }) => Number(at_ms));
        expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
        expect(answer["log_lines"]).to.deep.equal({ found: 4, read: lines.length, more: 0, unread: 4 });
      }
    });

    it("shows them to people as entries of the timeline, and how many there were", async () => {
      const { stdout } = await tool.run("trace", PAYMENT, "--logs", file);
      expect(stdout).to.match(
        /2026-11-25T10:40:14\.465Z +pay_\w+ +log +the acquirer did not answer +service=payments /,
      );
      expect(stdout).to.match(/\n2026-11-25T10:40:14\.480Z +- +log +a job failed +level=error /);
      expect(stdout).to.contain("Log lines: 4 of 10 that were read").and.not.to.contain("grep -F");
      expect(stdout).to.contain(
        "4 hold one of its ids and are no JSON with a time, or have more than 65536 characters.",
      );
      expect(stdout).not.to.contain("\u001b");
    });

    it("keeps a thousand of them and says how many more there are", async () => {
      const many = join(tool.folder, "many.log");
      const one = line({ ts: "2026-11-25T10:40:14.465Z", msg: "again", object_id: PAYMENT });
      writeFileSync(many, `${one}\n`.repeat(1_003));
      const { answer } = await tool.json("trace", PAYMENT, "--logs", many);
      expect(answer["log_lines"]).to.deep.equal({ found: 1_000, read: 1_003, more: 3, unread: 0 });
      const { stdout } = await tool.run("trace", PAYMENT, "--logs", many);
      expect(stdout).to.contain("3 more are of it and not shown: only the first 1000 are.");
    });

    it("says which file cannot be read, with 2", async () => {
      for (const [path, code] of [
        [join(tool.folder, "none.log"), "ENOENT"],
        [tool.folder, "EISDIR"],
      ] as const) {
        const { exitCode, stderr } = await tool.run("trace", PAYMENT, "--logs", path);
        expect([exitCode, stderr]).to.deep.equal([2, `flowlix: --logs cannot be read (${code}): ${path}`]);
      }
    });

    it("reads them from standard input as well", async () => {
      const main = join(import.meta.dirname, "../src/main.ts");
      const program = spawn(process.execPath, [main, "trace", PAYMENT, "--logs", "-", "--json"], {
        env: { ...process.env, DATA_DIR: tool.folder },
        stdio: ["pipe", "pipe", "inherit"],
      });
      const said = text(program.stdout);
      program.stdin.end(lines.join("\n"));
      const answer: unknown = JSON.parse(await said);
      expect(answer).to.have.deep.property("log_lines", {
        found: 4,
        read: lines.length,
        more: 0,
        unread: 4,
      });
    });
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
