import { expect } from "chai";
import {
  createSandboxAdapter,
  type ProviderAdapter,
  type Reply,
  type TransferOutcome,
  type TransferRead,
} from "../src/index.ts";
import { aPayout, aPayoutCard, aRefund, wirePayout, wireRefund } from "./builders.ts";
import { error, GARBLED, LOST } from "./http-behaviour.ts";
import { TRANSFER_ROWS } from "./http-transfer-rows.ts";
import { startScriptedServer, type ScriptedServer } from "./scripted-server.ts";

const OPERATIONS = ["submit", "read", "close"] as const;
type TransferOperation = (typeof OPERATIONS)[number];

describe("what the sandbox adapter makes of every HTTP behaviour to refunds and payouts", () => {
  let server: ScriptedServer;
  let adapter: ProviderAdapter;
  before(async () => {
    server = await startScriptedServer();
    adapter = createSandboxAdapter({
      url: server.url,
      apiKey: "key",
      publicUrl: "https://a.example",
      callbackUrl: "https://pay.example/callbacks",
    });
  });
  after(async () => {
    await adapter.shutdown();
    await server.stop();
  });

  const call = (requestId = "") => ({ signal: new AbortController().signal, requestId, isRepeat: false });
  const kinds = {
    refund: {
      shown: wireRefund(),
      ask: {
        submit: () => adapter.refunds.submit(aRefund(), call()),
        read: () => adapter.refunds.read(aRefund(), call(), []),
        close: () => adapter.refunds.close(aRefund(), call(), []),
      },
    },
    payout: {
      shown: wirePayout(),
      ask: {
        submit: () => adapter.payouts.submit(aPayout(), aPayoutCard(), call()),
        read: () => adapter.payouts.read(aPayout(), call(), []),
        close: () => adapter.payouts.close(aPayout(), call(), []),
      },
    },
  } satisfies Record<
    string,
    {
      shown: object;
      ask: Record<TransferOperation, () => Promise<Reply<TransferOutcome | TransferRead>>>;
    }
  >;

  for (const [kind, { shown, ask }] of Object.entries(kinds)) {
    for (const { name, behaviour, submit, read, counts } of TRANSFER_ROWS) {
      it(`${name}: a ${kind} is ${Object.values(submit).join(" ")}, read and closed ${Object.values(read).join(" ")}${counts ? ", and it counts" : ""}`, async () => {
        server.script(() => (typeof behaviour === "function" ? behaviour(shown) : behaviour));
        for (const operation of OPERATIONS) {
          const { outcome, providerAtFault } = await ask[operation]();
          expect(outcome, operation).to.deep.equal(operation === "submit" ? submit : read);
          expect(providerAtFault, `${operation} counts at the breaker`).to.equal(counts);
        }
      });
    }

    it(`404 for the ${kind}: it is absent, which ends nothing`, async () => {
      server.script(() => ({ status: 404, body: error(`${kind}_not_found`) }));
      for (const operation of ["read", "close"] as const)
        expect((await ask[operation]()).outcome).to.deep.equal({ kind: "absent" });
    });
  }

  it("an answer about another charge is not ours", async () => {
    server.script(() => ({ status: 200, body: wireRefund({ state: "succeeded", charge: "pay_2" }) }));
    for (const operation of OPERATIONS)
      expect((await kinds.refund.ask[operation]()).outcome).to.deep.equal({
        ...GARBLED,
        contradicts: "charge",
      });
  });

  it("an order's or a payout's answer is no refund", async () => {
    server.script(() => ({ status: 200, body: { ...wirePayout(), reference: aRefund().reference } }));
    expect((await kinds.refund.ask.read()).outcome).to.deep.equal(GARBLED);
  });

  it("does not count the connection that amount 105098 asks to be dropped", async () => {
    server.script(() => "reset");
    const excused = { outcome: LOST, providerAtFault: false, saysNothing: true };
    const amount = 105_098;
    expect(await adapter.refunds.submit(aRefund({ amount }), call())).to.deep.equal(excused);
    expect(await adapter.payouts.submit(aPayout({ amount }), aPayoutCard(), call())).to.deep.equal(excused);
  });

  it("counts an acquirer that does not answer amount 105098 at all", async () => {
    const time = new AbortController();
    server.script(() => {
      time.abort(new DOMException("the call's time is over", "TimeoutError"));
      return "hang";
    });
    const reply = await adapter.refunds.submit(aRefund({ amount: 105_098 }), {
      signal: time.signal,
      requestId: "",
      isRepeat: false,
    });
    expect(reply).to.deep.equal({ outcome: LOST, providerAtFault: true });
  });

  it("sends what the acquirer's API asks for, and the card in the submission alone", async () => {
    server.script(() => ({ status: 500, body: "" }));
    server.seen.length = 0;
    await adapter.refunds.submit(aRefund(), call("req_1"));
    for (const operation of ["read", "close"] as const) await kinds.refund.ask[operation]();
    for (const operation of OPERATIONS) await kinds.payout.ask[operation]();
    const sent = server.seen.map(({ method, path, body }) => [
      method,
      path,
      body === "" ? null : JSON.parse(body),
    ]);
    const [refund, payout] = [aRefund(), aPayout()];
    const money = { amount: 1000, currency: "EUR" };
    const callback_url = "https://pay.example/callbacks";
    expect(sent).to.deep.equal([
      ["PUT", `/v1/refunds/${refund.reference}`, { charge: refund.charge, ...money, callback_url }],
      ["GET", `/v1/refunds/${refund.reference}`, null],
      ["POST", `/v1/refunds/${refund.reference}/cancel`, { charge: refund.charge, ...money }],
      [
        "PUT",
        `/v1/payouts/${payout.reference}`,
        {
          ...money,
          card: { number: "5555555555554444" },
          recipient: { first_name: "Ada", last_name: "Lovelace", country: "GB" },
          initiator_ip_address: "203.0.113.7",
          callback_url,
        },
      ],
      ["GET", `/v1/payouts/${payout.reference}`, null],
      ["POST", `/v1/payouts/${payout.reference}/cancel`, money],
    ]);
    const [first] = server.seen;
    expect(first?.headers).to.include({ authorization: "Bearer key", "request-id": "req_1" });
  });
});
