import { expect } from "chai";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { openObject } from "./support/open-object.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { scriptedRefunds } from "./support/scripted-refunds.ts";

describe("open objects, over the control API", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    const refunds = scriptedRefunds();
    const { listOpen: _unknown, ...actions } = refunds.service.actions ?? {};
    gateway = await startGateway({
      payments: scriptedPayments({
        listOpen: async () => ({
          objects: [openObject("payment", "pay_1", 1)],
          has_more: false,
          all_read: true,
        }),
      }),
      refunds: { ...refunds, service: { ...refunds.service, actions } },
    });
  });
  after(() => gateway.stop());

  it("an owner of the release before, which does not know the question yet, is named like one that is away", async () => {
    const { status, body } = await gateway.control("GET", "/open");
    expect(status).to.equal(200);
    expect(recordsOf(body["open"]).map(({ id }) => id)).to.deep.equal(["pay_1"]);
    expect(body["missing"]).to.deep.equal(["refunds"]);
  });

  it("a kind that there is not is refused by name", async () => {
    const { status, body } = await gateway.control("GET", "/open?kind=dispute");
    expect([status, recordOf(body["error"])["argument"]]).to.deep.equal([400, "kind"]);
  });
});
