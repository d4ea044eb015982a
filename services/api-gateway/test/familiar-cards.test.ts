import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, validBody } from "./support/requests.ts";

const DECLINED_ELSEWHERE = "4000000000009995";
const HEADER = "sandbox-warning";

describe("a card that orders an outcome at other providers", () => {
  let gateway: TestGateway;
  let apiKey: string;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  const body = (number: string, amount = 4999) => {
    const { payment_method_data: method, ...rest } = validBody();
    return { ...rest, amount, payment_method_data: { ...method, card: { ...method.card, number } } };
  };

  it("is answered as any other in Sandbox, and a header names the amount that orders the outcome here, on replays too", async () => {
    const asked = { apiKey, key: "familiar", body: body(DECLINED_ELSEWHERE) };
    const [first, replayed] = [
      await createPayment(gateway.url, asked),
      await createPayment(gateway.url, asked),
    ];
    expect([first.status, first.body["status"], replayed.text]).to.deep.equal([201, "SUCCEEDED", first.text]);
    for (const { headers } of [first, replayed])
      expect(headers.get(HEADER)).to.match(/^In Sandbox the amount decides .* 100051\.$/);
    expect(first.headers.get(HEADER)).not.to.contain(DECLINED_ELSEWHERE.slice(-4));
  });

  it("is warned of neither with that amount, nor where a card is known for success", async () => {
    for (const asked of [
      { apiKey, body: body(DECLINED_ELSEWHERE, 100_051) },
      { apiKey, body: body("4242424242424242") },
    ]) {
      const { status, text, headers } = await createPayment(gateway.url, asked);
      expect(status, text).to.equal(201);
      expect(headers.get(HEADER)).to.equal(null);
    }
  });
});
