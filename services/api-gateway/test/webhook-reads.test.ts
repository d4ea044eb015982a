import type { PublicEvent } from "@flowlix/contracts";
import { gate } from "@flowlix/testkit";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";
import { DELIVERY, scriptedNotifier } from "./support/scripted-notifier.ts";

const EVENT_ID = `evt_${"e".repeat(24)}`;
const ENDPOINT_ID = `we_${"w".repeat(24)}`;
const EVENT: PublicEvent = {
  id: EVENT_ID,
  type: "payout.failed",
  created_at: 1_700_000_000,
  livemode: false,
  data: {},
};
const ENDPOINT = {
  id: ENDPOINT_ID,
  url: "https://shop.example/",
  enabled_events: ["*"],
  description: null,
  status: "enabled" as const,
  disabled_reason: null,
  failing_since: null,
  livemode: false,
  created_at: 1_700_000_000,
};

describe("a read of events and endpoints whose process dies under it", function () {
  this.timeout(60_000);
  let gateway: TestGateway;
  let apiKey: string;
  const asked = new Map<string, number>();
  const end = gate();
  /** The first call is not answered while anybody waits for it; a second call is answered. */
  const dying = <T>(name: string, answer: T) => ({
    [name]: async () => {
      asked.set(name, (asked.get(name) ?? 0) + 1);
      if (asked.get(name) === 1) await end.pass();
      return answer;
    },
  });
  const notifier = scriptedNotifier([EVENT], {
    ...dying("listEvents", { data: [EVENT], has_more: false }),
    ...dying("getEvent", EVENT),
    ...dying("listEndpoints", { data: [ENDPOINT], has_more: false }),
    ...dying("getEndpoint", ENDPOINT),
    ...dying("listDeliveries", { data: [DELIVERY], has_more: false }),
  });
  before(async () => {
    gateway = await startGateway({ notifier });
    ({ apiKey } = await gateway.merchant());
  });
  after(() => {
    end.open();
    return gateway.stop();
  });

  it("is asked of another one long before its time is over, and once", async () => {
    const answers = await Promise.all(
      [
        "events",
        `events/${EVENT_ID}`,
        "webhook_endpoints",
        `webhook_endpoints/${ENDPOINT_ID}`,
        `webhook_endpoints/${ENDPOINT_ID}/deliveries`,
      ].map((path) =>
        request(`${gateway.url}/v1/${path}`, { headers: { authorization: `Bearer ${apiKey}` } }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    expect([...asked.values()]).to.deep.equal([2, 2, 2, 2, 2]);
  });
});
