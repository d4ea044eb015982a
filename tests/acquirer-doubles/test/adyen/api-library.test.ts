import { expect } from "chai";
import { CheckoutAPI, Client, EnvironmentEnum, TransfersAPI, type Config } from "@adyen/api-library";
import type {
  PaymentDetailsRequest,
  PaymentRefundRequest,
  PaymentRequest,
  PaymentReversalRequest,
  StandalonePaymentCancelRequest,
} from "@adyen/api-library/lib/src/typings/checkout/models.js";
import type { TransferInfo } from "@adyen/api-library/lib/src/typings/transfers/models.js";
import {
  cancelRequest,
  detailsRequest,
  paymentRequest,
  refundRequest,
  reversalRequest,
  transferRequest,
} from "@flowlix/provider/adyen-requests";
import type { AdyenDouble } from "@flowlix/acquirer-doubles";
import { aCard, anAccount, anOrder, aPayout, aPayoutCard, aRefund, type Account } from "./support.ts";

/** A type of the vendor's as it goes over the wire: what its library types as an enum is one of its texts. */
type Wire<T> = T extends string
  ? `${T}`
  : T extends readonly (infer U)[]
    ? Wire<U>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;

const SETTINGS = { merchant_account: "Shop", capture_delay_hours: 1 };

/** Every request that the adapter makes; that this compiles is the test of their types. */
const REQUESTS = {
  payment: paymentRequest(
    anOrder({ customer_email: "ada@shop.example", statement_descriptor: "SHOP" }),
    aCard(),
    SETTINGS,
  ) satisfies Wire<PaymentRequest>,
  details: detailsRequest("result") satisfies Wire<PaymentDetailsRequest>,
  cancel: cancelRequest(anOrder(), "Shop") satisfies Wire<StandalonePaymentCancelRequest>,
  refund: refundRequest(aRefund(anOrder(), "PSP"), "Shop") satisfies Wire<PaymentRefundRequest>,
  reversal: reversalRequest(anOrder(), "Shop") satisfies Wire<PaymentReversalRequest>,
  transfer: transferRequest(aPayout(), aPayoutCard(), "BA1") satisfies Wire<TransferInfo>,
};

/** A request for an account, as the library types it: its enums are texts on the wire. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unnecessary-type-parameters -- see above
const asAsked = <T>(merchantAccount: string, request: object): T => ({ ...request, merchantAccount }) as T;

/** A client of the vendor's library whose requests go to the double instead of Adyen. */
function clientOf({ server }: AdyenDouble, apiKey: string): Client {
  const client = new Client({ apiKey, environment: EnvironmentEnum.TEST });
  client.httpClient = {
    async request(
      endpoint: string,
      json: string | Buffer,
      { apiKey: key = "" }: Config,
      _required,
      options = {},
    ) {
      const url = new URL(endpoint);
      const query = new URLSearchParams(options.params).toString();
      const { method = "POST", idempotencyKey } = options;
      const answer = await fetch(`${server.url}${url.pathname}${query === "" ? "" : `?${query}`}`, {
        method,
        headers: {
          "content-type": "application/json",
          "x-api-key": key,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
        },
        ...(method === "GET" ? {} : { body: json.toString() }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text}`);
      return text;
    },
  };
  return client;
}

describe("the vendor's library for Adyen", () => {
  let account: Account;
  let double: AdyenDouble;
  before(async () => {
    account = await anAccount();
    ({ double } = account);
  });
  after(() => account.stop());

  it("types every request that the adapter makes", () => {
    expect(Object.keys(REQUESTS)).to.have.length(6);
  });

  it("drives the double through a payment, its refund and a payment that is cancelled", async () => {
    const { PaymentsApi, ModificationsApi } = new CheckoutAPI(clientOf(double, double.settings.api_key));
    const merchantAccount = double.settings.merchant_account;
    const paid = await PaymentsApi.payments(
      asAsked<PaymentRequest>(merchantAccount, { ...REQUESTS.payment, captureDelayHours: 0 }),
      {
        idempotencyKey: "library-1",
      },
    );
    expect(paid.resultCode).to.equal("Authorised");
    const psp = paid.pspReference ?? "";
    const refunded = await ModificationsApi.refundCapturedPayment(
      psp,
      asAsked<PaymentRefundRequest>(merchantAccount, REQUESTS.refund),
    );
    expect(refunded.status).to.equal("received");
    expect(refunded.paymentPspReference).to.equal(psp);
    const cancelled = await ModificationsApi.cancelAuthorisedPayment(
      asAsked<StandalonePaymentCancelRequest>(merchantAccount, REQUESTS.cancel),
    );
    expect(cancelled.paymentReference).to.equal(REQUESTS.cancel.paymentReference);
    const reversed = await ModificationsApi.refundOrCancelPayment(
      psp,
      asAsked<PaymentReversalRequest>(merchantAccount, {}),
    );
    expect(reversed.status).to.equal("received");
    account.settle();
    expect(double.book.refundedOf(REQUESTS.payment.reference)).to.equal(400);
  });

  it("drives the double through a card payout, and finds it by our reference", async () => {
    const { TransfersApi } = new TransfersAPI(clientOf(double, double.settings.transfers_api_key ?? ""));
    const balanceAccountId = double.settings.balance_account ?? "";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its enums are texts on the wire
    const info = { ...REQUESTS.transfer, balanceAccountId } as unknown as TransferInfo;
    const sent = await TransfersApi.transferFunds(info, { idempotencyKey: "library-2" });
    expect(sent.status).to.equal("received");
    account.settle();
    const nowMs = double.clock.nowMs();
    const [since, until] = [new Date(nowMs - 86_400_000), new Date(nowMs + 86_400_000)];
    const found = await TransfersApi.getAllTransfers(
      since,
      until,
      undefined,
      undefined,
      balanceAccountId,
      undefined,
      REQUESTS.transfer.reference,
    );
    expect(found.data?.map(({ id, status }) => [id, status])).to.deep.equal([[sent.id, "booked"]]);
  });
});
