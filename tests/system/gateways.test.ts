import { expect } from "chai";
import { needsNats, START_TIMEOUT_MS, startDistributed, type Installation } from "./support/installation.ts";
import { pay } from "./support/pay.ts";

describe("several gateways", function () {
  this.timeout(START_TIMEOUT_MS);
  let running: Installation;

  before(async function () {
    needsNats(this);
    running = await startDistributed({
      replicas: "api-gateway=2",
      env: { KEY_QUOTA: "100", KEY_QUOTA_BURST: "200" },
    });
  });
  after(() => running?.stop());

  const gateways = () => running.runtime().processes.filter(({ service }) => service === "api-gateway");

  it("each has an address of its own: the first the installation's, the others the one beside their process", async () => {
    const [first, second] = gateways();
    expect([first?.public_url, gateways().length]).to.deep.equal([undefined, 2]);
    expect(second?.public_url)
      .to.match(/^http:\/\/127\.0\.0\.1:\d+$/)
      .and.not.equal(running.publicUrl);
  });

  it("a key's replay is answered by whichever is asked, and the quota is shared out", async () => {
    const key = "one-for-all";
    const publicUrl = gateways()[1]?.public_url ?? "";
    const [one, other] = [await pay(running, { key }), await pay({ ...running, publicUrl }, { key })];
    expect([one.status, other.status]).to.deep.equal([201, 201]);
    expect(other.body["id"]).to.equal(one.body["id"]);
    const answer = await fetch(`${publicUrl}/v1/payments`, {
      headers: { authorization: `Bearer ${running.apiKey}` },
    });
    expect(answer.headers.get("x-ratelimit-limit")).to.equal("100");
  });
});
