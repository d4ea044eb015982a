import { createProvider, createSandboxAdapter } from "@flowlix/provider";
import { acquirersOf } from "@flowlix/engine";
import {
  startReceiver,
  TEST_BROWSER,
  testCard,
  type HttpReceiver,
  type ReceiverAnswer,
} from "@flowlix/testkit";
import { expect } from "chai";
import { createPayment } from "../src/create/create-payment.ts";
import { withPayments } from "./support/payments-under-test.ts";

const BROWSER = {
  ...TEST_BROWSER,
  accept_header: "text/x-quixworth",
  user_agent: "Quixworth-Navigator/73.9 (unmistakable)",
  language: "en-x-quixworth",
};

describe("what the payer's browser says of itself", () => {
  const given = withPayments();
  let acquirer: HttpReceiver;
  before(async () => {
    acquirer = await startReceiver(({ path }): ReceiverAnswer => {
      const reference = path.split("/")[3];
      const state = "succeeded";
      const order = { order_id: "1", reference, mode: "sandbox", amount: 1_250, currency: "EUR", state };
      const rest = { response_code: null, action_url: null, reversed: false, created_at: 1, updated_at: 1 };
      return { status: 200, body: JSON.stringify({ ...order, ...rest }) };
    });
  });
  after(() => acquirer.close());

  it("reaches the provider with the authorisation, as it was given, and nothing else of ours [BRO-12]", async () => {
    const { deps, request, database, events } = given();
    const adapter = createSandboxAdapter({
      url: acquirer.url,
      publicUrl: acquirer.url,
      apiKey: "a key of the tests",
      callbackUrl: "http://127.0.0.1:1/callbacks",
    });
    const provider = createProvider({ adapter });
    const asked = await request({}, { kind: "card", card: testCard(), browser_information: BROWSER });
    const payment = await createPayment({ ...deps, acquirers: acquirersOf([provider]) }, asked, "req_test");
    await provider.shutdown();
    expect(payment.status).to.equal("SUCCEEDED");

    expect(acquirer.requests).to.have.length(1);
    const [submitted] = acquirer.requests;
    expect(submitted?.path).to.equal(`/v1/orders/${asked.payment_id}`);
    const { authorisation, ...order } = JSON.parse(String(submitted?.body));
    expect(authorisation).to.have.deep.property("browser_information", BROWSER);

    const rows = await database.sql(
      `select p::text as text from payments.payments as p union all select o::text from payments.outbox as o`,
    );
    const places = {
      "the order": JSON.stringify(order),
      "the request on the bus": JSON.stringify(asked),
      "the answer": JSON.stringify(payment),
      events: JSON.stringify(await events(asked.payment_id)),
      tables: JSON.stringify(rows),
    };
    expect(rows.length).to.be.above(1);
    for (const [place, text = ""] of Object.entries(places)) {
      for (const value of [
        BROWSER.accept_header,
        BROWSER.user_agent,
        BROWSER.language,
        "browser_information",
      ])
        expect(text, place).to.not.include(value);
    }
  });
});
