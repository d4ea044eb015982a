import { createHash } from "node:crypto";
import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { completeAuthentication } from "../../src/authentication/complete-authentication.ts";
import { hostedPage } from "../support/hosted-under-test.ts";
import { withPayments } from "../support/payments-under-test.ts";

const CHALLENGE = { kind: "action_required", url: "https://acquirer.example/c" } as const;

describe("a challenge on the hosted page's way that is ours to finish", () => {
  const given = withPayments();

  async function challenged(changes: Parameters<typeof hostedPage>[1] = {}) {
    const { provider, deps } = given();
    provider.declares({ returnParameters: ["redirectResult"] });
    const page = await hostedPage(given(), changes);
    let token = "";
    provider.submits((order) => {
      token = order.return_url.split("/").at(-1) ?? "";
      return { ...CHALLENGE, acquirerId: `psp of ${order.reference}`.replaceAll(" ", "_") };
    });
    provider.reads(CHALLENGE);
    expect(await page.submit()).to.equal("settled");
    const back = () =>
      completeAuthentication(deps, {
        payment_id: page.id,
        token_sha256: createHash("sha256").update(token).digest("hex"),
        returned: { redirectResult: "opaque" },
      });
    return { ...page, back };
  }

  it("is told to be the first submission of its order, and ends the Payment with what the payer brought", async () => {
    const { provider } = given();
    const { back, status } = await challenged();
    expect(provider.repeats).to.deep.equal([false]);
    expect(await back()).to.include({ status: "SUCCEEDED" });
    expect(await status()).to.equal("SUCCEEDED");
  });

  it("shows that we are checking where nobody answered, and does not lead to the bank again", async () => {
    const { provider, database } = given();
    const { back, stage } = await challenged();
    expect(await stage()).to.equal("challenge");
    provider.completes({ kind: "unknown", cause: "lost" });
    expect(await back()).to.include({ status: "REQUIRES_ACTION" });
    expect(await stage()).to.equal("checking");
    expect(await stage(true)).to.equal("checking");
    provider.reads({ kind: "succeeded" });
    // At most one read a second.
    await moveClock(database, 5_000);
    expect((await back()).status).to.equal("SUCCEEDED");
    expect(await stage()).to.equal("ended");
  });

  it("leads back to the form after a decline, and the next card's order has no id yet", async () => {
    const { provider, row } = given();
    const { id, back, submit, stage } = await challenged({ card_attempts: 2 });
    expect((await row(id))?.["acquirer_id"]).to.equal(`psp_of_${id}`);
    provider.completes({ kind: "failed", code: "three_d_secure_failed" });
    await back();
    expect(await stage()).to.equal("form");
    expect((await row(id))?.["acquirer_id"]).to.equal(null);
    expect(await submit({ card_attempt: 2 })).to.equal("settled");
    expect(provider.repeats, "each is the first of its order").to.deep.equal([false, false]);
    expect((await row(id))?.["acquirer_id"]).not.to.equal(`psp_of_${id}`);
    provider.completes({ kind: "succeeded" });
    expect(await back()).to.include({ status: "SUCCEEDED" });
  });
});
