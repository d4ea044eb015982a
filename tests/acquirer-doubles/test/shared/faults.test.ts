import { expect } from "chai";
import { createFaults, startDoubleServer, type DoubleServer, type Fault } from "../../src/index.ts";

describe("faults of a double", () => {
  const faults = createFaults();
  let executed = 0;
  let server: DoubleServer;
  before(async () => {
    server = await startDoubleServer({
      port: 0,
      faults,
      handle: () => {
        executed += 1;
        return { status: 201, body: { id: "one", amount: 5 } };
      },
    });
  });
  beforeEach(() => {
    executed = 0;
    faults.clear();
  });
  after(() => server.stop());

  const asked = async () => {
    const answer = await fetch(`${server.url}/payments`, { method: "POST", body: "{}" }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    return answer === null ? null : { status: answer.status, text };
  };

  const RIGHT = '{"id":"one","amount":5}';
  const rows: readonly (readonly [
    name: string,
    fault: Fault | null,
    executions: number,
    seen: Awaited<ReturnType<typeof asked>>,
  ])[] = [
    ["nothing", null, 1, { status: 201, text: RIGHT }],
    ["dropped before", { kind: "drop_before" }, 0, null],
    ["dropped after", { kind: "drop_after" }, 1, null],
    ["answered before", { kind: "answer_before", answer: { status: 500 } }, 0, { status: 500, text: "" }],
    [
      "answered after",
      { kind: "answer_after", answer: { status: 502, body: "<html>" } },
      1,
      { status: 502, text: "<html>" },
    ],
    ["cut", { kind: "cut" }, 1, { status: 201, text: null }],
    ["half", { kind: "half" }, 1, { status: 201, text: RIGHT.slice(0, 11) }],
    ["changed", { kind: "changed", set: { amount: 6 } }, 1, { status: 201, text: '{"id":"one","amount":6}' }],
  ];
  for (const [name, fault, executions, seen] of rows)
    it(`${name}: executed ${executions} times, and the next request goes right`, async () => {
      if (fault !== null) faults.plan({ match: { method: "POST", path: "/payments" }, fault });
      expect(await asked()).to.deep.equal(seen);
      expect(executed).to.equal(executions);
      expect(await asked()).to.deep.equal({ status: 201, text: RIGHT });
    });

  it("leave alone what they are not planned for", async () => {
    faults.plan({ match: { path: "/refunds" }, fault: { kind: "drop_before" } });
    expect(await asked()).to.deep.equal({ status: 201, text: RIGHT });
  });
});
