import { startReceiver, waitFor, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import { createResolve, type Resolve } from "@flowlix/runtime";
import { startNameServer, type NameServer } from "./support/name-server.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

const PUBLIC = "93.184.215.14";

describe("names that change their mind", () => {
  let names: NameServer;
  let answer: Parameters<typeof startNameServer>[0];
  let resolve: Resolve;
  let inside: HttpReceiver;
  before(async () => {
    names = await startNameServer((name, type) => answer(name, type));
    resolve = createResolve({ servers: [names.address] });
  });
  beforeEach(async () => (inside = await startReceiver()));
  afterEach(() => inside.close());
  after(() => names.close());
  const given = withNotifier({ resolve: (name) => resolve(name), loopback: "false" });
  const port = () => new URL(inside.url).port;

  const lastTry = async (endpointId: string) =>
    waitFor("a try", async () => (await given().log(endpointId))[0]?.last_attempt);

  it("lead nowhere inside: a name that was public when the endpoint was made is asked again at each try", async () => {
    answer = (_, type) => (type === "A" ? [PUBLIC] : []);
    const { notifier, endpoint, accept, scope } = given();
    const { id } = await endpoint(`https://rebinding.example:${port()}/`, ["*"], {
      ...scope,
      livemode: true,
    });
    answer = (_, type) => (type === "A" ? ["127.0.0.1"] : []);
    notifier.deliver();
    await accept(1, { livemode: true });
    expect(await lastTry(id)).to.include({ http_status: null, error: "url_refused" });
    expect(inside.requests).to.deep.equal([]);
  });

  it("are refused where only their IPv6 address, or only one of many, leads inside", async () => {
    for (const records of [
      { A: [PUBLIC], AAAA: ["0:0:0:0:0:ffff:7f00:1"] },
      { A: [PUBLIC], AAAA: ["fd00:ec2:0:0:0:0:0:254"] },
      { A: [PUBLIC, "8.8.8.8", "169.254.169.254"], AAAA: [] },
      { A: [], AAAA: ["64:ff9b:0:0:0:0:a9fe:a9fe"] },
    ] as Record<string, string[]>[]) {
      answer = (_, type) => records[type] ?? [];
      const refused = await given()
        .endpoint("https://many.example/")
        .catch((error: unknown) => error);
      expect(refused, JSON.stringify(records)).to.include({ type: "parameter_invalid", param: "url" });
    }
  });

  it("are looked up as they stand: no search list is put behind them, and there is no name for this machine", async () => {
    answer = () => [];
    await expectRefused("https://kubernetes.default.svc/");
    expect(names.asked.slice(-2).toSorted()).to.deep.equal([
      "kubernetes.default.svc A",
      "kubernetes.default.svc AAAA",
    ]);
  });

  it("that one family has no answer for are those of the other", async () => {
    answer = (_, type) => (type === "AAAA" ? ["2606:4700:0:0:0:0:6810:84e5"] : []);
    expect(await resolve("six.example")).to.deep.equal(["2606:4700::6810:84e5"]);
    answer = (_, type) => (type === "A" ? [PUBLIC] : []);
    expect(await resolve("four.example")).to.deep.equal([PUBLIC]);
  });

  async function expectRefused(url: string): Promise<void> {
    const refused = await given()
      .endpoint(url)
      .catch((error: unknown) => error);
    expect(refused).to.include({ type: "parameter_invalid", param: "url" });
  }
});
