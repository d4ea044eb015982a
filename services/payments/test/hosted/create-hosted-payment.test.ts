import { refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { getPayment } from "../../src/read/get-payment.ts";
import { createHostedPayment } from "../../src/hosted/create-hosted-payment.ts";
import { hostedPage, hostedRequest, MINUTE, PAGE_URL_END } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

describe("a hosted Payment", () => {
  const given = withPayments();

  it("requires the customer's action from birth, has no card yet, and the provider has not heard of it [PAY-12, HPP-4]", async () => {
    const { provider } = given();
    const { id, initial } = await hostedPage(given());
    expect(initial).to.include({ status: "REQUIRES_ACTION", integration_type: "HOSTED_PAYMENT_PAGE" });
    expect(initial.payment_method).to.equal(null);
    expect(initial.next_action).to.deep.equal({
      type: "redirect",
      reason: "hosted_payment_page",
      redirect_url: `https://pay.example/pay/${id}/${PAGE_URL_END}`,
    });
    expect(provider.asked).to.have.length(0);
  });

  it("is told by one event, which shows it as its GET does [HPP-7]", async () => {
    const { deps, events } = given();
    const request = await hostedRequest(given());
    const payment = await createHostedPayment(deps, request);
    const { scope, payment_id } = request;
    expect(await getPayment(deps, { scope, payment_id })).to.deep.equal(payment);
    expect(await events(payment_id)).to.deep.equal([
      { event_type: "payment.requires_action", data: { payment } },
    ]);
  });

  it("expires an hour after its creation, and no status sync comes before [D3-7]", async () => {
    const { row } = await hostedPage(given());
    const { created_at, action_expires_at, next_look_at } = await row();
    expect(Number(action_expires_at) - Number(created_at)).to.equal(60 * MINUTE);
    expect(next_look_at).to.deep.equal(action_expires_at);
  });

  it("is made once however often its request is repeated, at once or later", async () => {
    const { deps, events } = given();
    const request = await hostedRequest(given());
    const payments = await Promise.all(Array.from({ length: 10 }, () => createHostedPayment(deps, request)));
    payments.push(await createHostedPayment(deps, request));
    for (const payment of payments) expect(payment).to.deep.equal(payments[0]);
    expect(await events(request.payment_id)).to.have.length(1);
  });

  const others = {
    amount: { amount: 1_251 },
    currency: { currency: "GBP" },
    merchant: {
      scope: { merchant_id: `mer_${"1".repeat(24)}`, livemode: false, key_id: `key_${"0".repeat(24)}` },
    },
  };
  for (const [name, other] of Object.entries(others)) {
    it(`is never the answer to a request for another ${name} under its id, which is an exception`, async () => {
      const { deps } = given();
      const request = await hostedRequest(given());
      await createHostedPayment(deps, request);
      expect((await refusal(createHostedPayment(deps, { ...request, ...other }))).type).to.equal(
        "internal_error",
      );
      const exceptions = await deps.exceptions.list(true, 100);
      expect(exceptions.find(({ object_id }) => object_id === request.payment_id)?.kind).to.equal(
        "request_mismatch",
      );
    });
  }

  it("is not made under the id of a Direct Payment", async () => {
    const { deps, create, request } = given();
    const direct = await create(await request());
    const asked = await hostedRequest(given(), { payment_id: direct.id });
    expect((await refusal(createHostedPayment(deps, asked))).type).to.equal("internal_error");
  });

  it("is not made once its time to start is over, and its key is left to its record", async () => {
    const { deps, row } = given();
    const request = await hostedRequest(given(), { start_before: (await deps.hosted.nowMs()) - 1 });
    const refused = await refusal(createHostedPayment(deps, request));
    expect(refused.type).to.equal("service_unavailable");
    expect(refused.key).to.equal(undefined);
    expect(await row(request.payment_id)).to.equal(undefined);
  });

  it("is not made while the breaker is open, and its key is released", async () => {
    const { deps, provider, row } = given();
    provider.opens(true);
    const request = await hostedRequest(given());
    const refused = await refusal(createHostedPayment(deps, request));
    expect(refused).to.include({ type: "service_unavailable", key: "release", retryAfterS: 7 });
    expect(await row(request.payment_id)).to.equal(undefined);
  });

  it("is told, and its key not released, also while the breaker is open", async () => {
    const { deps, provider } = given();
    const request = await hostedRequest(given());
    const payment = await createHostedPayment(deps, request);
    provider.opens(true);
    expect(await createHostedPayment(deps, request)).to.deep.equal(payment);
  });

  it("is not made in live mode while that has no provider", async () => {
    const { deps } = given();
    const request = await hostedRequest(given());
    const live = { ...request, scope: { ...request.scope, livemode: true } };
    expect(await refusal(createHostedPayment(deps, live))).to.include({
      type: "service_unavailable",
      key: "release",
    });
  });
});
