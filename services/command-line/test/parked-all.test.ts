import type { ParkedEvent } from "@flowlix/contracts";
import { DomainError, newId } from "@flowlix/runtime";
import { expect } from "chai";
import { scriptedPayments } from "../../api-gateway/test/support/scripted-payments.ts";
import { scriptedPayouts } from "../../api-gateway/test/support/scripted-payouts.ts";
import { scriptedRefunds } from "../../api-gateway/test/support/scripted-refunds.ts";
import { withTool } from "./support/tool.ts";

const EVENTS = 500;
const NOTE = ["--note", "the notifier knows them again"];

const parkedOf = (object_id: string, version: number, parked_at_ms: number): ParkedEvent => ({
  event_id: newId("event"),
  event_type: "payment.succeeded",
  object_id,
  version,
  merchant_id: newId("merchant"),
  livemode: false,
  created_at_ms: 1_700_000_000_000,
  parked_at_ms,
  refusals: 10,
  reason: "it is not what the contract says",
  waiting: 0,
  anomaly_id: newId("anomaly"),
});

describe("all parked events", () => {
  let parked: ParkedEvent[] = [];
  let released: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  let failsAfter = Infinity;
  const tool = withTool({
    payments: scriptedPayments({
      listParked: async ({ limit }) => ({ parked: parked.slice(0, limit), has_more: parked.length > limit }),
      releaseParked: async ({ event_id }) => {
        mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
        // Lets every call of a batch begin.
        await new Promise(setImmediate);
        atOnce -= 1;
        if (released.length >= failsAfter) throw new DomainError("service_unavailable");
        const object = parked.find((one) => one.event_id === event_id)?.object_id;
        if (object === undefined) throw new DomainError("object_not_found");
        const freed = parked.filter(({ object_id }) => object_id === object);
        parked = parked.filter(({ object_id }) => object_id !== object);
        released.push(...freed.map((one) => one.event_id));
        return { event_id, object_id: object, released: freed.length };
      },
    }),
    refunds: scriptedRefunds(),
    payouts: scriptedPayouts(),
  });
  beforeEach(() => {
    const objects = Array.from({ length: EVENTS / 2 }, () => newId("payment"));
    parked = objects.flatMap((id, index) => [2, 3].map((version) => parkedOf(id, version, index)));
    released = [];
    [mostAtOnce, failsAfter] = [0, Infinity];
  });
  const release = (...argv: string[]) => tool.run("parked", "release", ...NOTE, ...argv);

  it("are counted first, and none is released without that count", async () => {
    const { exitCode, stderr } = await release("--all");
    expect([exitCode, stderr]).to.deep.equal([
      2,
      "flowlix: 500 event(s) of 250 object(s) are parked: to release them say --count 500",
    ]);
    const other = await release("--all", "--count", "499");
    expect(other.exitCode).to.equal(4);
    expect(other.stderr).to.match(/are parked, not 499: nothing was released$/);
    expect(released).to.deep.equal([]);
  });

  it("are released by one command, object by object in bounded batches, which says how far it is", async () => {
    const { exitCode, stdout } = await release("--all", "--count", "500");
    expect([exitCode, stdout]).to.deep.equal([0, "500 parked event(s) of 250 object(s) are tried again"]);
    expect(new Set(released).size).to.equal(EVENTS);
    expect(mostAtOnce).to.be.within(1, 20);
    expect(tool.reported.at(0)).to.equal("20 of 250 objects: 40 events released");
    expect(tool.reported.at(-1)).to.equal("250 of 250 objects: 500 events released");
  });

  it("are released up to where an owner went away, and the command says up to where", async () => {
    failsAfter = 100;
    const { exitCode, stderr } = await release("--all", "--count", "500");
    expect(exitCode).not.to.equal(0);
    expect(stderr).to.match(/; 100 event\(s\) were released: parked list has the rest$/);
  });

  it("are not meant where an event is named, and the one way is chosen", async () => {
    const id = parked[0]?.event_id ?? "";
    for (const argv of [[], [id, "--all"], [id, "--count", "1"], ["--all", "--count", "all"]])
      expect((await release(...argv)).exitCode, argv.join(" ")).to.equal(2);
    expect(released).to.deep.equal([]);
  });
});
