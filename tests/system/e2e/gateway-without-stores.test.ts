import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf, type Answer } from "./support/api.ts";
import { counted } from "./support/counted.ts";
import { OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

describe("the gateway while a store that all share is away", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS);

  afterEach(async () => {
    for (const service of ["postgres", "nats-server"]) platform().signal(service, "SIGCONT");
    await waitFor(
      "the platform's health",
      async () => (await platform().api.send("GET", "/v1/health")).text === '{"status":"ok"}',
      60_000,
    );
  });

  const adminOf = (service: string) =>
    platform()
      .installation()
      .runtime()
      .processes.find((one) => one.service === service)?.admin_url ?? "";
  const readiness = async (service: string) => {
    const response = await fetch(`${adminOf(service)}/readyz`);
    const { status, failing }: { status: string; failing: string[] } = JSON.parse(await response.text());
    return [response.status, status, failing.join()];
  };
  const unavailable = (answer: Answer) => {
    expect([answer.status, errorOf(answer).code], answer.text).to.deep.equal([503, "service_unavailable"]);
    expect(Number(answer.headers.get("retry-after"))).to.be.at.least(1);
  };

  for (const [store, process, away] of [
    [
      "postgres",
      "postgres",
      async () => {
        // Its connection is there before nobody is given one any more.
        await platform().database.sql("select 1");
        platform().signal("postgres", "SIGSTOP");
        await platform().database.terminateServices();
      },
    ],
    ["nats", "nats-server", async () => platform().signal("nats-server", "SIGSTOP")],
  ] as const)
    it(`stays ready without ${store}, unlike other services, says what is away, and answers each request with an error of its own`, async () => {
      const { api, signal } = platform();
      const { id } = paymentOf(await api.create());
      for (const service of ["api-gateway", "payments"])
        await waitFor(`${service} to be ready`, async () => (await readiness(service))[0] === 200);
      await away();
      await waitFor(`a gateway without ${store}`, async () => (await readiness("api-gateway"))[2] === store);
      expect(await readiness("api-gateway")).to.deep.equal([200, "ok", store]);
      await waitFor(`payments without ${store}`, async () => (await readiness("payments"))[0] === 503);
      for (const answer of await Promise.all([api.read(id), api.send("GET", "/v1/payments"), api.create()]))
        unavailable(answer);
      expect(
        await counted(platform(), "api-gateway", "dependency_available", { dependency: store }),
      ).to.equal(0);
      signal(process, "SIGCONT");
      await waitFor(
        `a gateway with ${store}`,
        async () => (await readiness("api-gateway"))[2] === "",
        30_000,
      );
    });
});
