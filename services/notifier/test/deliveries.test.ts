import { startReceiver, waitFor, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import { withNotifier } from "./support/notifier-under-test.ts";

describe("a delivery", () => {
  const given = withNotifier();
  let receiver: HttpReceiver;
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.close());

  it("is a POST of the event, and its success is in the log", async () => {
    const { notifier, endpoint, accept, log } = given();
    const { id } = await endpoint(`${receiver.url}/hooks?a=1`);
    notifier.deliver();
    const [event] = await accept(1);
    const [request] = await receiver.received(1);
    expect(request?.method).to.equal("POST");
    expect(request?.path).to.equal("/hooks?a=1");
    expect(request?.headers).to.include({
      "content-type": "application/json",
      "webhook-id": event?.event_id,
    });
    expect(request?.body.toString("utf8")).to.equal(event?.payload);
    const [delivery] = await waitFor("the record", async () => {
      const all = await log(id);
      return all[0]?.status === "succeeded" && all;
    });
    expect(delivery).to.deep.include({ event_id: event?.event_id, attempts: 1, next_attempt_at: null });
    expect(delivery?.last_attempt).to.include({ http_status: 200, error: null, response_prefix: null });
  });
});
