import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { LATER_MS, makeCheckout, type CheckoutFixture } from "../support/checkout-fixture.ts";

const DAY_MS = 24 * 60 * 60_000;

describe("the double's keys, as Checkout.com describes them", () => {
  let fixture: CheckoutFixture;
  let execution: Promise<unknown> = Promise.resolve();
  beforeEach(async () => {
    execution = Promise.resolve();
    fixture = await makeCheckout({ beforeExecution: () => execution });
  });
  afterEach(() => fixture.stop());

  const pay = async (amount: number) => {
    const { server, secretKey } = fixture.double;
    const answer = await fetch(`${server.url}/payments`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, "cko-idempotency-key": "one" },
      body: JSON.stringify({
        source: { type: "card", number: "4242424242424242", expiry_month: 12, expiry_year: 2034 },
        amount,
        currency: "EUR",
        reference: "ORD-1",
      }),
    });
    await answer.text();
    return answer.status;
  };
  const made = () => fixture.double.paymentsOf("ORD-1").length;

  it("are kept with an answer of 2xx for 24 hours, and then the request runs again", async () => {
    expect([await pay(1_000), await pay(1_000), made()]).to.deep.equal([201, 201, 1]);
    fixture.double.clock.advance(DAY_MS - 60_000);
    expect([await pay(1_000), made()]).to.deep.equal([201, 1]);
    fixture.double.clock.advance(60_000 + LATER_MS);
    expect([await pay(1_000), made()]).to.deep.equal([201, 2]);
  });

  it("are not kept with a 4xx: the same key runs the request again", async () => {
    expect([await pay(0), await pay(1_000), made()]).to.deep.equal([422, 201, 1]);
  });

  it("run a request once: another of the key gets 429 meanwhile", async () => {
    const held = Promise.withResolvers<void>();
    execution = held.promise;
    const running = pay(1_000);
    await waitFor("the first to come", () => fixture.double.server.seen.length === 1);
    expect([await pay(1_000), await pay(1_000)]).to.deep.equal([429, 429]);
    held.resolve();
    expect(await running).to.equal(201);
    expect(made()).to.equal(1);
  });
});
