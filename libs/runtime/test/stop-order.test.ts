import { expect } from "chai";
import { idempotencyContract } from "@flowlix/contracts";
import { clientFor, defineModule, runProcess, type ProcessOptions, type Running } from "@flowlix/runtime";
import { gate } from "@flowlix/testkit";
import { aCall, heldKey, idempotencyWith } from "./support.ts";

const exit = (code: number): never => {
  throw new Error(`exit ${code}`);
};
const options: ProcessOptions = { env: { LOG_LEVEL: "silent" }, processEvents: false, exit };

describe("several services in one process", () => {
  it("stop in order, the last started first, and what was asked for last of all", async () => {
    const steps: string[] = [];
    const record = (what: string) => async () => void steps.push(what);
    const named = (name: string): Running => ({
      afterStart: record(`${name} afterStart`),
      stopAccepting: record(`${name} stopAccepting`),
      stopJobs: record(`${name} stopJobs`),
      flush: record(`${name} flush`),
      close: record(`${name} close`),
    });
    const held = gate();
    const owner = defineModule({
      name: "idempotency",
      config: {},
      start: async () => ({
        ...named("owner"),
        services: [
          {
            ...idempotencyWith({
              hold: async () => {
                await held.pass();
                steps.push("owner answered");
                return { held: true };
              },
            }),
            stopped: record("owner leaves the bus"),
          },
        ],
      }),
    });
    let call: Promise<unknown> | undefined;
    const gateway = defineModule({
      name: "api-gateway",
      config: {},
      start: async ({ broker }) => ({
        ...named("gateway"),
        afterStart: async () => {
          call = clientFor(broker, "api-gateway", idempotencyContract).hold(heldKey(), aCall());
          await held.reached;
        },
        stopJobs: async () => {
          steps.push("gateway stopJobs");
          setImmediate(() => held.open());
        },
      }),
    });
    const stopLast = [
      { name: "acquirer", stop: record("acquirer") },
      { name: "postgres", stop: record("postgres") },
    ];
    const handle = await runProcess([owner, gateway], { ...options, stopLast });
    await Promise.all([handle.stop(), handle.stop()]);
    expect(await call).to.deep.equal({ held: true });
    expect(steps).to.deep.equal([
      "owner afterStart",
      "owner stopAccepting",
      "gateway stopAccepting",
      "owner stopJobs",
      "gateway stopJobs",
      "owner answered",
      "owner flush",
      "gateway flush",
      "owner leaves the bus",
      "gateway close",
      "owner close",
      "acquirer",
      "postgres",
    ]);
  });

  it("go on stopping when one of them fails to", async () => {
    const steps: string[] = [];
    const bad = defineModule({
      name: "bad",
      config: {},
      start: async () => ({
        flush: () => Promise.reject(new Error("x")),
        close: () => Promise.reject(new Error("x")),
      }),
    });
    const good = defineModule({
      name: "good",
      config: {},
      start: async () => ({ close: async () => void steps.push("closed") }),
    });
    const handle = await runProcess([good, bad], options);
    await handle.stop();
    expect(steps).to.deep.equal(["closed"]);
  });

  it("are closed again when one of them cannot start", async () => {
    const steps: string[] = [];
    const good = defineModule({
      name: "good",
      config: {},
      start: async () => ({ close: async () => void steps.push("closed") }),
    });
    const bad = defineModule({
      name: "bad",
      config: {},
      start: () => Promise.reject(new Error("no database")),
    });
    const stopLast = [{ name: "postgres", stop: async () => void steps.push("postgres") }];
    const write = process.stderr.write.bind(process.stderr);
    let said = "";
    process.stderr.write = (text: string | Uint8Array) => {
      said += String(text);
      return true;
    };
    try {
      await runProcess([good, bad], { ...options, stopLast });
      expect.fail("it should have ended");
    } catch (error) {
      expect(String(error)).to.equal("Error: exit 1");
    } finally {
      process.stderr.write = write;
    }
    expect(said).to.equal("standalone cannot start: no database\n");
    expect(steps).to.deep.equal(["closed", "postgres"]);
  });

  it("tell a scrape whether their start has come to its end", async () => {
    const scrapes: string[] = [];
    let scrape = async () => "";
    const waiting = defineModule({
      name: "waiting",
      config: {},
      start: async ({ metrics }) => {
        scrape = () => metrics.text();
        scrapes.push(await scrape());
        return {};
      },
    });
    const handle = await runProcess([waiting], options);
    scrapes.push(await scrape());
    await handle.stop();
    expect(scrapes.map((text) => /^process_started (\d)$/m.exec(text)?.[1])).to.deep.equal(["0", "1"]);
  });
});
