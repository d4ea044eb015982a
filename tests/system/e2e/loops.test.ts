import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { counted } from "./support/counted.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

const CLOCK = new URL("./support/moved-clock.ts", import.meta.url).href;
const RELAY = { loop: "payments.relayEvents", outcome: "failed" };

interface Readiness {
  readonly status: string;
  readonly failing: readonly string[];
  readonly loops: readonly { readonly loop: string; readonly reason: string }[];
}

describe("an installation in which something that is repeated never comes off", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS, { env: { NODE_OPTIONS: `--import=${CLOCK}` } });

  const health = async () => (await platform().api.send("GET", "/v1/health")).text;
  const readiness = async (): Promise<{ code: number; body: Readiness }> => {
    const [one] = platform()
      .installation()
      .runtime()
      .processes.filter((each) => each.service === "standalone");
    const response = await fetch(`${one?.admin_url}/readyz`);
    return { code: response.status, body: JSON.parse(await response.text()) };
  };
  const failures = () => counted(platform(), "standalone", "loop_turns_total", RELAY);

  /** Lets more than a minute pass, with a failure between each two parts of it. */
  async function untilFailing(): Promise<void> {
    for (let step = 0; step < 4; step += 1) {
      const before = await failures();
      await waitFor("another failure of the relay", async () => (await failures()) > before, 30_000);
      platform().signal("standalone", "SIGUSR2");
    }
  }

  it("is degraded while the notifier's tables cannot be used, names the loops where operators look, and takes payments [D7-1]", async () => {
    const { api, database } = platform();
    await waitFor("health", async () => (await health()) === '{"status":"ok"}');
    await database.sql("alter table notifier.events rename to hidden");
    try {
      expect(paymentOf(await api.create()).status).to.equal("SUCCEEDED");
      await untilFailing();
      await waitFor("degraded health", async () => (await health()) === '{"status":"degraded"}');
      const { code, body } = await readiness();
      expect([code, body.status, body.failing]).to.deep.equal([200, "ok", []]);
      expect(body.loops.map(({ loop }) => loop)).to.include("payments.relayEvents");
      expect(paymentOf(await api.create()).status).to.equal("SUCCEEDED");
    } finally {
      await database.sql("alter table notifier.hidden rename to events");
    }
    await waitFor("health again", async () => (await health()) === '{"status":"ok"}', 60_000);
    expect((await readiness()).body).to.deep.equal({ status: "ok", failing: [], loops: [] });
  });
});
