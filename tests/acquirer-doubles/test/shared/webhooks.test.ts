import { startReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import { createDoubleClock, createWebhooks } from "../../src/index.ts";

describe("webhooks of a double", () => {
  const clock = createDoubleClock();
  after(() => clock.stop());
  const webhook = (body: string) => ({ headers: { "content-type": "application/json" }, body });

  it("come twice, and the later one first", async () => {
    const receiver = await startReceiver();
    const webhooks = createWebhooks({ clock, url: receiver.url });
    for (const body of ["1", "2", "3"]) webhooks.send(webhook(body));
    const requests = await receiver.received(6);
    expect(requests.map(({ body }) => body.toString())).to.deep.equal(["3", "2", "1", "1", "2", "3"]);
    await webhooks.stop();
    await receiver.close();
  });

  it("are sent again where they were not taken, and to nobody before somebody is named", async () => {
    let refusals = 2;
    const receiver = await startReceiver(() => ({ status: (refusals -= 1) >= 0 ? 503 : 200 }));
    const webhooks = createWebhooks({ clock, mischief: false });
    webhooks.send(webhook("kept"));
    clock.advance(1_000);
    webhooks.sendTo(receiver.url);
    webhooks.send(webhook("told"));
    const requests = await receiver.received(3);
    expect(requests.map(({ body }) => body.toString())).to.deep.equal(["told", "told", "told"]);
    expect(webhooks.made()).to.have.length(2);
    await webhooks.stop();
    await receiver.close();
  });
});
