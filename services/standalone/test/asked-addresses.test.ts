import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { untilReady } from "../src/announce.ts";
import { smokeTest } from "../src/container/smoke.ts";
import { controlClient } from "../src/control-client.ts";
import { LaunchError } from "../src/launch-error.ts";

/** Some of those that browsers and `fetch` refuse to ask: https://fetch.spec.whatwg.org/#bad-port. */
const BAD_PORTS = [6000, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10_080];
const NOBODY = "http://127.0.0.1:1";

const messageOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "it went well",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("an address that a launcher asks", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Ready on the first of these ports that nobody has. */
  async function readyOnABadPort(): Promise<string> {
    for (const port of BAD_PORTS) {
      const listening = createServer((_, response) => response.end("ready")).listen(port, "127.0.0.1");
      const isFree = await once(listening, "listening").then(
        () => true,
        () => false,
      );
      if (!isFree) continue;
      server = listening;
      return `http://127.0.0.1:${port}`;
    }
    throw new Error("somebody listens on each of these ports");
  }

  it("may be one that browsers refuse: a process that is ready there is ready", async () => {
    await untilReady(await readyOnABadPort(), new AbortController().signal);
  });

  it("is named with the reason when a start is not ready", async () => {
    const waiting = untilReady(NOBODY, new AbortController().signal, 0);
    expect(await waiting.catch((error: unknown) => error)).to.be.instanceOf(LaunchError);
    expect(await messageOf(untilReady(NOBODY, new AbortController().signal, 0))).to.equal(
      `not ready within 0 s: ${NOBODY}/readyz does not answer: connect ECONNREFUSED 127.0.0.1:1`,
    );
  });

  it("is named with the reason when the control API cannot be asked", async () => {
    const call = controlClient({ controlUrl: NOBODY, controlToken: "t" });
    expect(await messageOf(call("GET", "/merchants"))).to.equal(
      `${NOBODY}/merchants does not answer: connect ECONNREFUSED 127.0.0.1:1`,
    );
  });

  it("is named with the reason when the smoke test finds nobody", async () => {
    const end = smokeTest({ url: NOBODY, key: "k".repeat(16), say: () => undefined, withinMs: 0 });
    expect(await messageOf(end)).to.equal(
      `the platform is not whole after 0 s: ${NOBODY}/v1/health does not answer: connect ECONNREFUSED 127.0.0.1:1`,
    );
  });
});
