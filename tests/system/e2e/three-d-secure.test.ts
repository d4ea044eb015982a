import type { Payment, PaymentStatus } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { cli, newMerchant } from "./support/merchants.ts";
import { followToMerchant, press, visit } from "./support/payer.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { eventTypesOf } from "./support/recorded-events.ts";

const MINUTE = 60_000;

interface Anomalies {
  readonly anomalies: readonly { readonly kind: string; readonly object_id: string }[];
}

describe("3D Secure, as a payer's browser goes through it", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS, { env: { THREE_D_SECURE_EXPIRY: "5m" } });

  const read = async (id: string) => paymentOf(await platform().api.read(id));
  const charges = (id: string) => platform().acquirer.charges(id);
  const urlOf = ({ next_action: action }: Payment) => action?.redirect_url ?? "";
  const becomes = (id: string, status: PaymentStatus) =>
    waitFor(`${id} to be ${status}`, async () => (await read(id)).status === status, 30_000);
  const challenged = async (amount = 103_000) => {
    const payment = paymentOf(await platform().api.create({ amount }));
    expect([payment.status, payment.next_action?.reason]).to.deep.equal([
      "REQUIRES_ACTION",
      "three_d_secure",
    ]);
    return payment;
  };
  const events = (id: string) => eventTypesOf(platform().database, id);
  const statusAt = async (url: string) =>
    (await followToMerchant(await visit(url))).searchParams.get("status");
  const backFrom = async (url: string) => (await press(url, "cancel")).location ?? "";

  it("the bank's page names the merchant of a Direct Payment, as it does after a hosted page", async () => {
    const { api } = await newMerchant(platform());
    const payment = paymentOf(await api.create({ amount: 103_000 }));
    expect((await visit(urlOf(payment))).html).to.include("Payment to A merchant");
  });

  it("a challenge that was left is asked for again at another URL, while the status stays [PAY-10]", async () => {
    const payment = await challenged();
    const left = await followToMerchant(await press(urlOf(payment), "cancel"));
    expect(left.searchParams.get("status")).to.equal("REQUIRES_ACTION");
    const again = await read(payment.id);
    expect(urlOf(again)).to.not.equal(urlOf(payment));
    expect({ ...again, next_action: null }).to.deep.equal({ ...payment, next_action: null });

    const page = await visit(urlOf(payment));
    expect([page.status, page.location], "an older URL leads on to the step of now").to.deep.equal([
      303,
      urlOf(again),
    ]);
    const back = await followToMerchant(await press(urlOf(again), "complete"));
    expect(back.searchParams.get("payment_id")).to.equal(payment.id);
    await becomes(payment.id, "SUCCEEDED");
    expect(await charges(payment.id)).to.equal(1);
    expect(await events(payment.id)).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
  });

  it("every URL ever handed out leads on to the outcome after the end, and charges nothing more [D3-RET-3]", async () => {
    const first = await challenged();
    await followToMerchant(await press(urlOf(first), "cancel"));
    const second = await read(first.id);
    await press(urlOf(second), "fail");
    await becomes(first.id, "FAILED");
    expect((await read(first.id)).failure_code).to.equal("three_d_secure_failed");
    for (const url of [urlOf(first), urlOf(second)]) {
      expect(await statusAt(url)).to.equal("FAILED");
      expect((await followToMerchant(await press(url, "complete"))).searchParams.get("status")).to.equal(
        "FAILED",
      );
    }
    expect(await charges(first.id)).to.equal(0);
  });

  it("a forged return leads nowhere and changes nothing [D3-RET-2]", async () => {
    const payment = await challenged();
    const other = await backFrom(urlOf(await challenged()));
    const forged = other.replace(/pay_[A-Za-z0-9]{24}/, payment.id);
    const { publicUrl } = platform().installation();
    for (const url of [forged, `${publicUrl}/return/${payment.id}/x`, other.replace(/.$/, "%00")]) {
      const page = await visit(url);
      expect([page.status, page.location], url).to.deep.equal([404, null]);
    }
    expect(await read(payment.id)).to.deep.equal(payment);
  });

  it("a return that is repeated many times at once changes nothing twice [D3-RET-2]", async () => {
    const payment = await challenged();
    const back = await backFrom(urlOf(payment));
    const { location } = await visit(urlOf(payment));
    await press(location ?? "", "complete");
    const pages = await Promise.all(Array.from({ length: 20 }, () => visit(back)));
    for (const page of pages) expect(page.location).to.match(/^https:\/\/merchant\.example\//);
    await becomes(payment.id, "SUCCEEDED");
    expect(await statusAt(back)).to.equal("SUCCEEDED");
    expect(await events(payment.id)).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
    expect(await charges(payment.id)).to.equal(1);
  });

  it("a return while the acquirer cannot be read sends the browser on all the same", async () => {
    const payment = await challenged();
    const back = await backFrom(urlOf(payment));
    await platform().acquirer.fault({ operation: "read", fault: "down" });
    const page = await visit(back);
    expect(page.location).to.include(`payment_id=${payment.id}&status=REQUIRES_ACTION`);
    await platform().acquirer.mend();
    expect((await read(payment.id)).status).to.equal("REQUIRES_ACTION");
  });

  it("103098 expires after 15 s, before the time that is set, and a new challenge gives it no more [D11-6]", async () => {
    const [short, long] = [await challenged(103_098), await challenged()];
    await followToMerchant(await press(urlOf(short), "cancel"));
    await platform().passTime(15_000);
    await becomes(short.id, "EXPIRED");
    expect((await read(long.id)).status).to.equal("REQUIRES_ACTION");
    const ended = await read(short.id);
    expect([ended.failure_code, ended.failure_message, ended.next_action]).to.deep.equal([null, null, null]);
    await platform().passTime(5 * MINUTE);
    await becomes(long.id, "EXPIRED");
    expect(await statusAt(urlOf(long)), "the time is THREE_D_SECURE_EXPIRY").to.equal("EXPIRED");
    for (const { id } of [short, long])
      expect(await events(id)).to.deep.equal(["payment.requires_action", "payment.expired"]);
  });

  it("who completes too late is not charged, and is told so", async () => {
    const payment = await challenged();
    await platform().passTime(5 * MINUTE);
    await becomes(payment.id, "EXPIRED");
    const back = await followToMerchant(await press(urlOf(payment), "complete"));
    expect(back.searchParams.get("status")).to.equal("EXPIRED");
    expect([(await read(payment.id)).status, await charges(payment.id)]).to.deep.equal(["EXPIRED", 0]);
  });

  it("a charge that is found while expiring wins: EXPIRED was never told [D10-9]", async () => {
    const payment = await challenged();
    // Neither the callback's status sync nor any later one learns of it: only the closing does.
    await platform().acquirer.fault({ operation: "read", fault: "garbage" });
    await press(urlOf(payment), "complete");
    await platform().passTime(5 * MINUTE);
    await becomes(payment.id, "SUCCEEDED");
    await platform().acquirer.mend();
    expect(await charges(payment.id)).to.equal(1);
    expect(await events(payment.id)).to.deep.equal(["payment.requires_action", "payment.succeeded"]);
  });

  it("while nobody can say whether it was charged it does not expire [D10-9]", async () => {
    const payment = await challenged();
    await platform().acquirer.fault({ operation: "cancel", fault: "fail_before", times: 1 });
    await platform().passTime(5 * MINUTE);
    await platform().acquirer.met();
    expect((await read(payment.id)).status).to.equal("REQUIRES_ACTION");
    await platform().passTime(6 * MINUTE);
    await becomes(payment.id, "EXPIRED");
  });

  it("a charge after EXPIRED is an exception that waits for an operator, and the Payment stays", async () => {
    const payment = await challenged();
    await platform().passTime(5 * MINUTE);
    await becomes(payment.id, "EXPIRED");
    const expired = await read(payment.id);
    await chargeAgainstThePromise(payment.id);
    const found = await waitFor(
      "the anomaly",
      async () =>
        (await cli<Anomalies>(platform(), "anomaly", "list")).anomalies.find(
          ({ object_id: id }) => id === payment.id,
        ),
      30_000,
    );
    expect(found.kind).to.equal("charged_after_end");
    expect(await read(payment.id)).to.deep.equal(expired);
    expect(await events(payment.id)).to.deep.equal(["payment.requires_action", "payment.expired"]);
  });

  /** No fault makes the acquirer break its promise: its tables are written for it. */
  async function chargeAgainstThePromise(reference: string): Promise<void> {
    await platform().database.sql(
      `with broken as (
         update sandbox_acquirer.orders set state = 'succeeded' where reference = $1 returning *),
       charged as (
         insert into sandbox_acquirer.book (reference, kind, amount, currency, at)
         select reference, 'charge', amount, currency, platform.clock() from broken)
       insert into sandbox_acquirer.callbacks (reference, callback_url, state, at)
       select reference, callback_url, state, platform.clock() from broken`,
      [reference],
    );
  }
});
