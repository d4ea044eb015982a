import { expect } from "chai";
import { BAD_CHECK_DIGIT, moveClock, stopClock, testCard, refusal } from "@flowlix/testkit";
import { refusePage } from "../../src/hosted/refuse-page.ts";
import { hostedPage, MINUTE, type PageUnderTest } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

describe("the tries on a hosted page", () => {
  const given = withPayments();

  async function refused(page: PageUnderTest, times: number) {
    for (let n = 0; n < times; n += 1) await page.refuse();
  }

  it("end for ten minutes with the tenth refused submit, and the Payment stays [D3-PAGE-9]", async () => {
    await stopClock(given().database);
    const page = await hostedPage(given());
    await refused(page, 9);
    expect(await page.stage()).to.equal("form");
    const until = await page.refuse();
    const { stage, form_closed_until_ms, now_ms, payment } = await page.read();
    expect(stage).to.equal("form_closed");
    expect(until).to.equal(form_closed_until_ms);
    expect(form_closed_until_ms).to.equal(now_ms + 10 * MINUTE);
    expect(payment.status).to.equal("REQUIRES_ACTION");
  });

  it("count for whatever reason a submit was refused: its fields, our checks, a provider that executed nothing", async () => {
    const { provider } = given();
    const page = await hostedPage(given());
    await refused(page, 8);
    const instrument = { kind: "card", card: testCard({ number: BAD_CHECK_DIGIT }) } as const;
    await page.submit({ instrument });
    provider.submits({ kind: "not_executed", cause: "throttled" });
    expect(await page.submit()).to.equal("given_back");
    expect(await page.stage()).to.equal("form_closed");
  });

  it("are refused while the form is closed, without asking the provider", async () => {
    const { provider } = given();
    const page = await hostedPage(given());
    const form = await page.filled();
    await refused(page, 10);
    expect(await page.send(form)).to.equal("form_closed");
    expect(provider.countOf("submit", page.id)).to.equal(0);
  });

  it("do not close the form for longer when they go on meanwhile", async () => {
    const page = await hostedPage(given());
    await refused(page, 9);
    const until = await page.refuse();
    await refused(page, 20);
    expect(await page.refuse()).to.equal(until);
  });

  it("begin anew after the ten minutes: another ten, and a card is charged [D3-PAGE-9]", async () => {
    const { database } = given();
    const page = await hostedPage(given());
    await refused(page, 10);
    await moveClock(database, 11 * MINUTE);
    expect(await page.stage()).to.equal("form");
    await refused(page, 9);
    expect(await page.stage()).to.equal("form");
    expect(await page.submit()).to.equal("settled");
    expect(await page.status()).to.equal("SUCCEEDED");
  });

  it("of an ended Payment count for nothing", async () => {
    const page = await hostedPage(given());
    await page.submit();
    await refused(page, 10);
    expect(await page.stage()).to.equal("ended");
    expect((await page.row())["refused_submits"]).to.equal(null);
  });

  it("are object_not_found for a Direct Payment and for none", async () => {
    const { deps, create, request } = given();
    const direct = await create(await request());
    for (const payment_id of [direct.id, `pay_${"0".repeat(24)}`])
      expect((await refusal(refusePage(deps, { payment_id }))).type).to.equal("object_not_found");
  });
});
