import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { errorOf, type Answer } from "./support/api.ts";
import { payoutOf, payoutsOf, unanswered } from "./support/payouts.ts";
import { LEASE_MS, OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

describe("a stopped process sends no payout late", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS);
  const { send, sent, rowOf, idsOf, checkInvariants } = payoutsOf(platform);
  afterEach(async () => {
    for (const service of ["payouts", "idempotency"]) platform().signal(service, "SIGCONT");
    await platform().acquirer.mend();
    await waitFor(
      "payouts to go out",
      async () => payoutOf(await send({ amount: 106_000 })).status === "SUCCEEDED",
      45_000,
    );
  });

  const unavailable = (answer: Answer | null) => {
    if (answer === null) throw new Error("the gateway gave no answer");
    expect([answer.status, errorOf(answer).code]).to.deep.equal([503, "service_unavailable"]);
  };
  const bookOf = async (amount: number) =>
    (await platform().acquirer.book()).filter((line) => line.amount === amount);

  it("before the insert: continued after the time to start, it makes nothing [PO-18]", async () => {
    const { signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 32_001];
    signal("payouts", "SIGSTOP");
    unavailable(await send({ amount }, key));
    expect(errorOf(await send({ amount }, key)).code).to.equal("idempotency_key_in_use");
    await passTime(LEASE_MS + 1_000);
    signal("payouts", "SIGCONT");
    await waitFor("payouts to go out", async () => (await send({ amount: 106_000 })).status === 201, 45_000);
    expect([await idsOf(amount), await bookOf(amount)]).to.deep.equal([[], []]);
    expect(await checkInvariants(key, amount)).to.equal("SUCCEEDED");
  });

  it("with the submission on its way, which arrives after its time: what the book says is told [PO-18]", async () => {
    const { acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 32_002];
    await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const first = unanswered(send({ amount }, key));
    await rowOf(amount);
    signal("payouts", "SIGSTOP");
    await acquirer.mend();
    unavailable(await first);
    await passTime(LEASE_MS + 1_000);
    const retry = unanswered(send({ amount }, key));
    unavailable(await retry);
    signal("payouts", "SIGCONT");
    // The retry began the key again before it waited for the stopped process.
    await passTime(LEASE_MS + 1_000);
    await checkInvariants(key, amount);
  });

  it("between the acquirer's execution and its recording: the execution is told, once [PO-18]", async () => {
    const { acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 32_003];
    await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const first = unanswered(send({ amount }, key));
    const id = await rowOf(amount);
    await acquirer.met();
    signal("payouts", "SIGSTOP");
    await acquirer.mend();
    await waitFor("the payout in the book", async () => (await sent(id)) === 1);
    unavailable(await first);
    await passTime(LEASE_MS + 1_000);
    signal("payouts", "SIGCONT");
    expect(await checkInvariants(key, amount)).to.equal("SUCCEEDED");
  });

  it("the idempotency process, before the answer is kept: the payout is told all the same, and once [PO-18]", async () => {
    const { acquirer, signal, passTime } = platform();
    const [key, amount] = [randomUUID(), 32_004];
    await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: HELD_MS, times: 1 });
    const first = unanswered(send({ amount }, key));
    await rowOf(amount);
    signal("idempotency", "SIGSTOP");
    await acquirer.mend();
    const answer = await first;
    expect(answer?.status, "the payout was made, so it is told without its key's record").to.equal(201);
    await passTime(LEASE_MS + 1_000);
    signal("idempotency", "SIGCONT");
    expect(await checkInvariants(key, amount)).to.equal("SUCCEEDED");
  });
});
