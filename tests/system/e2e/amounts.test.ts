import type { FailureCode, Payment, PaymentStatus } from "@flowlix/contracts";
import { BAD_CHECK_DIGIT, testCard, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf } from "./support/api.ts";
import { followToMerchant, press, visit } from "./support/payer.ts";
import { PATIENT, TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";

/** 1000xx, 1030xx and 1040xx by their last two digits (docs/design/decisions.md#sandbox-payments). */
const DECLINES: Readonly<Record<string, FailureCode>> = {
  "01": "issuer_declined",
  "05": "do_not_honor",
  "06": "generic_decline",
  "13": "invalid_amount",
  "14": "invalid_number",
  "25": "not_found",
  "33": "invalid_expiry",
  "54": "expired_card",
  "41": "lost_card",
  "43": "stolen_card",
  "51": "insufficient_funds",
  "57": "not_permitted",
  "59": "suspect_fraud",
  "63": "fraud_filter",
  "61": "cardholder_limit",
  "65": "card_velocity_exceeded",
  "78": "invalid_currency",
  "91": "processor_unavailable",
  "96": "processor_error",
};
const AUTHENTICATION: Readonly<Record<number, FailureCode>> = {
  103_101: "three_d_secure_failed",
  103_102: "three_d_secure_timeout",
  103_103: "three_d_secure_not_supported",
  103_104: "three_d_secure_error",
};
const ORDINARY = [
  1,
  4_999,
  100_000,
  100_002,
  100_098,
  103_002,
  104_002,
  103_099,
  103_105,
  105_001,
  106_000,
  2 ** 53 - 1,
];
const KEYS =
  `amount amount_refundable amount_refunded billing_details created_at currency description failure_code
  failure_message id integration_type livemode merchant_reference next_action payment_method refunds status
  status_transitions`.split(/\s+/);

for (const wiring of WIRINGS) {
  describe(`in Sandbox the amount decides, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring, { env: PATIENT });
    const create = async (amount: number) => paymentOf(await platform().api.create({ amount }));
    const read = async (id: string) => paymentOf(await platform().api.read(id));
    const charges = (id: string) => platform().acquirer.charges(id);
    const becomes = (id: string, status: PaymentStatus, timeoutMs = 30_000) =>
      waitFor(
        `${id} to be ${status}`,
        async () => {
          const payment = await read(id);
          return payment.status === status && payment;
        },
        timeoutMs,
      );
    const expectFailed = async (payment: Payment, code: FailureCode) => {
      expect([payment.amount, payment.status, payment.failure_code]).to.deep.equal([
        payment.amount,
        "FAILED",
        code,
      ]);
      expect(payment.failure_message, "says why").to.be.a("string").with.length.above(0);
      expect(payment.status_transitions.failed_at).to.be.a("number");
      expect([payment.next_action, payment.amount_refundable]).to.deep.equal([null, 0]);
      expect(await charges(payment.id), "a failed payment is not charged").to.equal(0);
    };

    // What takes time is begun first and asked for last.
    const begun = new Map<number, Payment>();
    before(async () => {
      const slow = [104_000, 103_098, ...Object.keys(DECLINES).map((xx) => 104_000 + Number(xx))];
      await Promise.all(slow.map(async (amount) => begun.set(amount, await create(amount))));
    });
    const first = (amount: number): Payment => {
      const payment = begun.get(amount);
      if (payment === undefined) throw new Error(`nothing was begun for ${amount}`);
      return payment;
    };

    it("every other amount succeeds at once, with exactly the specified properties [SVC-2, PAY-1, PAY-8, POST-9, D11-1]", async () => {
      for (const payment of await Promise.all(ORDINARY.map(create))) {
        expect(Object.keys(payment).toSorted()).to.deep.equal(KEYS);
        expect(payment).to.include({
          status: "SUCCEEDED",
          failure_code: null,
          next_action: null,
          livemode: false,
        });
        expect(payment.amount_refundable).to.equal(payment.amount);
        expect(payment.status_transitions.succeeded_at).to.be.a("number");
        expect(await charges(payment.id)).to.equal(1);
      }
    });

    it("1000xx fails at once with its code [PAY-5, FAIL-1, POST-9, D11-2, D11-3]", async () => {
      const all = Object.entries(DECLINES).map(async ([xx, code]) =>
        expectFailed(await create(100_000 + Number(xx)), code),
      );
      await Promise.all(all);
    });

    it("10310x fails at once with how the authentication ended [FAIL-1, D11-5]", async () => {
      const all = Object.entries(AUTHENTICATION).map(async ([amount, code]) =>
        expectFailed(await create(Number(amount)), code),
      );
      await Promise.all(all);
    });

    it("check digit and expiry are our own checks, before any amount [D11-1]", async () => {
      const withCard = async (card: Parameters<typeof testCard>[0]) =>
        paymentOf(
          await platform().api.create({
            amount: 100_051,
            changes: { payment_method_data: { type: "card", card: testCard(card) } },
          }),
        );
      await expectFailed(await withCard({ number: BAD_CHECK_DIGIT }), "invalid_number");
      await expectFailed(await withCard({ exp_month: 1, exp_year: 2020 }), "expired_card");
      await expectFailed(await withCard({ number: BAD_CHECK_DIGIT, exp_year: 2020 }), "invalid_number");
    });

    it("104000 is processing and succeeds, not before the acquirer's own change [D11-7]", async () => {
      const { id, status, status_transitions: transitions } = first(104_000);
      expect(status).to.equal("PROCESSING");
      expect(transitions.processing_at).to.be.a("number");
      const { status_transitions: later } = await becomes(id, "SUCCEEDED");
      const [line] = await platform().database.sql(
        "select floor(extract(epoch from at))::bigint as at from sandbox_acquirer.book where reference = $1",
        [id],
      );
      expect(later.succeeded_at).to.be.at.least(Number(line?.["at"]));
      expect([later.processing_at, await charges(id)]).to.deep.equal([transitions.processing_at, 1]);
    });

    it("1040xx is processing and fails with the code of 1000xx [D11-7]", async () => {
      const all = Object.entries(DECLINES).map(async ([xx, code]) => {
        const { id, status } = first(104_000 + Number(xx));
        expect(status).to.equal("PROCESSING");
        await expectFailed(await becomes(id, "FAILED"), code);
      });
      await Promise.all(all);
    });

    it("104098 stays pending and 104099 stays processing, however often it is synced [D11-8]", async () => {
      const all = [await create(104_098), await create(104_099)];
      expect(all.map(({ status }) => status)).to.deep.equal(["PENDING", "PROCESSING"]);
      const { database } = platform();
      for (const { id } of all) {
        await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [
          id,
        ]);
        await waitFor("a status sync", async () => {
          const [row] = await database.sql(
            "select 1 from payments.payments where id = $1 and look_count > 0 and next_look_at < platform.clock() + interval '50 s'",
            [id],
          );
          return row !== undefined;
        });
      }
      const later = await Promise.all(all.map(({ id }) => read(id)));
      expect(later.map(({ status }) => status)).to.deep.equal(["PENDING", "PROCESSING"]);
    });

    it("105029 is 429 and 105003 is 503, both with Retry-After 1 [ERR-14, D11-9]", async () => {
      for (const [amount, expected] of [
        [105_029, [429, "rate_limit_exceeded", "1"]],
        [105_003, [503, "service_unavailable", "1"]],
      ] as const) {
        const answer = await platform().api.create({ amount });
        expect([answer.status, errorOf(answer).code, answer.headers.get("retry-after")]).to.deep.equal(
          expected,
        );
      }
    });

    it("105098 is answered as recorded, and its charge found [STATE-4, D11-11]", async () => {
      const { id, status } = await create(105_098);
      expect(status).to.equal("PENDING");
      const payment = await becomes(id, "SUCCEEDED");
      expect(payment.status_transitions.succeeded_at).to.be.at.least(payment.created_at);
      expect(await charges(id)).to.equal(1);
    });

    it("outcomes chosen by an amount never open the breaker [D11-12]", async () => {
      const chosen = [105_029, 105_003, 105_098, 105_002, 100_091, 100_096];
      await Promise.all(
        Array.from({ length: 60 }, (_, n) => platform().api.create({ amount: chosen[n % 6] ?? 1 })),
      );
      expect((await create(1_500)).status).to.equal("SUCCEEDED");
      expect((await platform().api.send("GET", "/v1/health")).text).to.equal('{"status":"ok"}');
    });

    it("103000 leads to a challenge; completed, it succeeds and leads to the merchant with a hint [SVC-2, SVC-3, STATE-3, POST-4, D3-RET-1, D11-4]", async () => {
      const changes = {
        amount: 103_000,
        return_url: "https://merchant.example/return?a=1&payment_id=old#end",
      };
      const {
        id,
        status,
        next_action: action,
        ...payment
      } = paymentOf(await platform().api.create({ changes }));
      expect([status, action?.type, action?.reason]).to.deep.equal([
        "REQUIRES_ACTION",
        "redirect",
        "three_d_secure",
      ]);
      expect(payment.status_transitions.requires_action_at).to.be.at.least(payment.created_at);
      const url = action?.redirect_url ?? "";
      expect([(await visit(url)).status, await charges(id)]).to.deep.equal([200, 0]);

      const back = await followToMerchant(await press(url, "complete"));
      expect(back.searchParams.getAll("payment_id")).to.deep.equal([id]);
      expect([back.searchParams.get("a"), back.hash]).to.deep.equal(["1", "#end"]);
      expect(["SUCCEEDED", "REQUIRES_ACTION"]).to.include(back.searchParams.get("status"));
      const done = await becomes(id, "SUCCEEDED");
      expect([done.next_action, await charges(id)]).to.deep.equal([null, 1]);

      const later = await followToMerchant(await visit(url));
      expect(later.searchParams.get("status"), "the link leads on to the outcome").to.equal("SUCCEEDED");
      await press(url, "complete");
      expect(await charges(id)).to.equal(1);
    });

    it("a failed challenge is three_d_secure_failed, a cancelled one changes nothing and can be taken up again [D11-13]", async () => {
      const failed = await create(103_000);
      await followToMerchant(await press(failed.next_action?.redirect_url ?? "", "fail"));
      await expectFailed(await becomes(failed.id, "FAILED"), "three_d_secure_failed");

      const cancelled = await create(103_000);
      const url = cancelled.next_action?.redirect_url ?? "";
      const back = await followToMerchant(await press(url, "cancel"));
      expect(back.searchParams.get("status")).to.equal("REQUIRES_ACTION");
      const again = await read(cancelled.id);
      expect(again.status).to.equal("REQUIRES_ACTION");
      await press(again.next_action?.redirect_url ?? "", "complete");
      await becomes(cancelled.id, "SUCCEEDED");
      expect(await charges(cancelled.id)).to.equal(1);
    });

    it("1030xx fails after a good challenge with the code of 1000xx [D11-4]", async () => {
      const all = Object.entries(DECLINES).map(async ([xx, code]) => {
        const { id, next_action: action } = await create(103_000 + Number(xx));
        await press(action?.redirect_url ?? "", "complete");
        await expectFailed(await becomes(id, "FAILED"), code);
      });
      await Promise.all(all);
    });

    it("103098 expires after 15 s, uncharged, and its link leads on [STATE-6, D2-16, D3-RET-3, D11-6]", async () => {
      const { id, status, next_action: action } = first(103_098);
      expect(status).to.equal("REQUIRES_ACTION");
      const payment = await becomes(id, "EXPIRED");
      const { requires_action_at: since, expired_at: expired } = payment.status_transitions;
      expect((expired ?? 0) - (since ?? 0)).to.be.at.least(15);
      expect([payment.failure_code, payment.failure_message, payment.next_action]).to.deep.equal([
        null,
        null,
        null,
      ]);
      const url = action?.redirect_url ?? "";
      expect((await followToMerchant(await visit(url))).searchParams.get("status")).to.equal("EXPIRED");
      await press(url, "complete");
      expect([(await read(id)).status, await charges(id)]).to.deep.equal(["EXPIRED", 0]);
    });
  });
}
