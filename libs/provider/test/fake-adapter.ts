import {
  SANDBOX_TRAITS,
  type Operation,
  type OrderRef,
  type Outcome,
  type ProviderAdapter,
  type ReadOutcome,
  type RegisterOutcome,
  type Reply,
  type ReturnedQuery,
  type ReverseOutcome,
  type StatementOutcome,
  type TransferOutcome,
  type TransferRead,
} from "../src/index.ts";

export type Step = Operation | "both";

export interface FakeAdapter extends ProviderAdapter {
  readonly calls: Step[];
  /** What completions were given. */
  readonly completions: ReturnedQuery[];
}

export interface Script {
  readonly register?: () => Reply<RegisterOutcome> | Promise<Reply<RegisterOutcome>>;
  readonly authorise?: () => Reply<Outcome> | Promise<Reply<Outcome>>;
  /** Only where it says something, the adapter has to finish what the payer did. */
  readonly complete?: () => Reply<Outcome> | Promise<Reply<Outcome>>;
  /** Only where it says something, the adapter can register and authorise in one call. */
  readonly both?: () => Reply<RegisterOutcome> | Promise<Reply<RegisterOutcome>>;
  readonly read?: () => Reply<ReadOutcome> | Promise<Reply<ReadOutcome>>;
  readonly close?: () => Reply<ReadOutcome> | Promise<Reply<ReadOutcome>>;
  readonly reverse?: () => Reply<ReverseOutcome> | Promise<Reply<ReverseOutcome>>;
  readonly refund?: () => Reply<TransferOutcome> | Promise<Reply<TransferOutcome>>;
  readonly read_refund?: () => Reply<TransferRead> | Promise<Reply<TransferRead>>;
  readonly close_refund?: () => Reply<TransferRead> | Promise<Reply<TransferRead>>;
  readonly payout?: () => Reply<TransferOutcome> | Promise<Reply<TransferOutcome>>;
  readonly read_payout?: () => Reply<TransferRead> | Promise<Reply<TransferRead>>;
  readonly close_payout?: () => Reply<TransferRead> | Promise<Reply<TransferRead>>;
  readonly statement?: () => Reply<StatementOutcome> | Promise<Reply<StatementOutcome>>;
}

export const healthy = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: false });
export const atFault = <O>(outcome: O): Reply<O> => ({ outcome, providerAtFault: true });

/** An adapter without a wire: it answers what the test says and remembers what it was asked. */
export function fakeAdapter(script: Script = {}): FakeAdapter {
  const calls: Step[] = [];
  const completions: ReturnedQuery[] = [];
  const asked = <O>(step: Step, answer: (() => Reply<O> | Promise<Reply<O>>) | undefined, usual: O) => {
    calls.push(step);
    return Promise.resolve((answer ?? (() => healthy(usual)))());
  };
  return {
    calls,
    completions,
    name: "fake",
    livemode: false,
    redirectHosts: ["acquirer.example"],
    allowLoopbackHttp: false,
    ...SANDBOX_TRAITS,
    registerOrder: async () => asked<RegisterOutcome>("register", script.register, { kind: "registered" }),
    authorise: async () => asked<Outcome>("authorise", script.authorise, { kind: "succeeded" }),
    ...(script.complete === undefined
      ? {}
      : {
          completeAction: async (_order: OrderRef, returned: ReturnedQuery) => {
            completions.push(returned);
            return asked<Outcome>("complete", script.complete, { kind: "succeeded" });
          },
        }),
    ...(script.both === undefined
      ? {}
      : {
          registerAndAuthorise: async () =>
            asked<RegisterOutcome>("both", script.both, { kind: "succeeded" }),
        }),
    readOrder: async () => asked<ReadOutcome>("read", script.read, { kind: "succeeded" }),
    closeOrder: async () => asked<ReadOutcome>("close", script.close, { kind: "closed" }),
    reverseOrder: async () => asked<ReverseOutcome>("reverse", script.reverse, "reversed"),
    refunds: {
      submit: async () => asked<TransferOutcome>("refund", script.refund, { kind: "succeeded" }),
      read: async () => asked<TransferRead>("read_refund", script.read_refund, { kind: "succeeded" }),
      close: async () => asked<TransferRead>("close_refund", script.close_refund, { kind: "closed" }),
    },
    payouts: {
      submit: async () => asked<TransferOutcome>("payout", script.payout, { kind: "succeeded" }),
      read: async () => asked<TransferRead>("read_payout", script.read_payout, { kind: "succeeded" }),
      close: async () => asked<TransferRead>("close_payout", script.close_payout, { kind: "closed" }),
    },
    statement: {
      cutOffMs: 0,
      postedWithinMs: 0,
      read: async (_day, take) => {
        await take([]);
        return asked<StatementOutcome>("statement", script.statement, { kind: "read", lines: 0 });
      },
    },
    verifyCallbacks: () => null,
    shutdown: async () => undefined,
  };
}
