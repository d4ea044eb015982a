import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf, refusalOf } from "./support/api.ts";
import { OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

describe("health says what can be done", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS);
  const health = async () => {
    const response = await fetch(`${platform().installation().publicUrl}/v1/health`);
    expect(response.headers.get("cache-control")).to.equal("no-store");
    return `${response.status} ${await response.text()}`;
  };
  const says = (expected: string) => waitFor(expected, async () => (await health()) === expected, 45_000);
  /** What a process says of what it needs; nothing is known of a clock that cannot be asked. */
  const needed = async (service: string) => {
    const running = platform().installation().runtime().processes;
    const url = running.find((one) => one.service === service)?.admin_url ?? "";
    const text = await (await fetch(`${url}/metrics`)).text();
    const series = text.matchAll(/^dependency_available\{dependency="(\w+)"\} (\d)$/gm);
    return Object.fromEntries([...series].map(([, name = "", value]) => [name, Number(value)]));
  };
  const OK = '200 {"status":"ok"}';
  const DEGRADED = '200 {"status":"degraded"}';
  const UNAVAILABLE = '503 {"status":"unavailable"}';

  it("ok; degraded while the provider's breaker is open, and creates are refused before anything is made [D7-1, D10-8]", async () => {
    const { api, acquirer, database } = platform();
    await says(OK);
    await acquirer.fault({ operation: "any", fault: "down" });
    const down = await Promise.all(Array.from({ length: 30 }, () => api.create({ amount: 60_000 })));
    for (const answer of down.filter(({ status }) => status === 201)) {
      expect(paymentOf(answer)).to.include({ status: "FAILED", failure_code: "processor_unavailable" });
    }
    const made = async () => (await database.sql("select id from payments.payments")).length;
    // An open breaker lets a create through after a few seconds, which may be over. That one fails, and opens it again.
    const { refused, more } = await waitFor("a create that is refused while the health says so", async () => {
      const before = await made();
      const answer = await api.create({ amount: 60_000 });
      if (answer.status === 201 || (await health()) !== DEGRADED) return false;
      return { refused: answer, more: (await made()) - before };
    });
    expect(refusalOf(refused)).to.deep.equal([503, "service_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).to.be.at.least(1);
    expect(more, "nothing was made").to.equal(0);
    await acquirer.mend();
    await waitFor("a payment", async () => (await api.create()).status === 201);
    await says(OK);
    expect((await acquirer.book()).filter(({ amount }) => amount === 60_000)).to.deep.equal([]);
  });

  it("unavailable while Postgres does not answer; nobody is told 500, and it recovers by itself", async () => {
    const { api, database, pids } = platform();
    const { id } = paymentOf(await api.create());
    const backends = await database.sql("select pid from pg_stat_activity where application_name <> 'e2e'");
    const all = [...pids("postgres"), ...backends.map(({ pid }) => Number(pid))];
    try {
      for (const pid of all) signalIfThere(pid, "SIGSTOP");
      await says(UNAVAILABLE);
      const answers = await Promise.all([api.create(), api.read(id)]);
      expect(answers.map(refusalOf)).to.deep.equal([
        [503, "service_unavailable"],
        [503, "service_unavailable"],
      ]);
      expect(await needed("payments")).to.deep.equal({ nats: 1, postgres: 0 });
    } finally {
      for (const pid of all) signalIfThere(pid, "SIGCONT");
    }
    await says(OK);
    expect((await api.create()).status).to.equal(201);
    expect(await needed("payments")).to.deep.equal({ nats: 1, postgres: 1, clock: 1 });
  });

  it("unavailable while the bus does not answer, or a service is gone", async () => {
    const { api, signal } = platform();
    for (const service of ["nats-server", "payments", "idempotency"]) {
      signal(service, "SIGSTOP");
      try {
        await says(UNAVAILABLE);
      } finally {
        signal(service, "SIGCONT");
      }
      await says(OK);
      expect((await api.create()).status).to.equal(201);
    }
  });
});

/** Postgres ends a process of its own, such as one that vacuums, when it likes. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
