import type { Instrument } from "@flowlix/cards";
import {
  SANDBOX_TRAITS,
  type Deadline,
  type Order,
  type Outcome,
  type Provider,
  type ReadOutcome,
  type ReverseOutcome,
} from "@flowlix/provider";
import { scriptedCalls, type Script } from "@flowlix/testkit";

const noTransfers = {
  absentIsFinal: "by_close" as const,
  isOpen: () => false,
  retryAfterS: () => 1,
  submit: () => Promise.reject(new Error("a Payment makes no transfer")),
  read: () => Promise.reject(new Error("a Payment reads no transfer")),
  close: () => Promise.reject(new Error("a Payment closes no transfer")),
};

type Submission =
  Outcome | ((order: Order, instrument: Instrument, deadline: Deadline) => Outcome | Promise<Outcome>);

/** A provider whose every word is the test's. Records what it was asked. */
export interface ScriptedProvider extends Provider, Script<Submission, ReadOutcome> {
  reverses(outcome: ReverseOutcome): void;
  /** Declares what its adapter is like, instead of what the Sandbox's is. */
  declares(traits: Partial<Traits>): void;
  /** What submissions said of themselves: whether something of the reference may have been sent before. */
  readonly repeats: boolean[];
  /** What finishing a payer's challenge comes to. */
  completes(outcome: Completion): void;
  /** What completions were given. */
  readonly completions: Readonly<Record<string, string>>[];
}

type Completion = Outcome | (() => Outcome | Promise<Outcome>);

type Traits = Pick<Provider, "absentIsFinal" | "returnParameters">;

export function scriptedProvider(): ScriptedProvider {
  let reverseOutcome: ReverseOutcome = "reversed";
  const { submission, note, ...calls } = scriptedCalls<Submission, ReadOutcome>({
    submission: { kind: "succeeded" },
    read: { kind: "unknown", cause: "lost" },
    closing: { kind: "closed" },
  });
  const traits: Traits = { ...SANDBOX_TRAITS };
  const repeats: boolean[] = [];
  const completions: Readonly<Record<string, string>>[] = [];
  let completion: Completion = { kind: "succeeded" };
  const submit: Provider["submit"] = async (order, openInstrument, deadline, _id, isRepeat = true) => {
    repeats.push(isRepeat);
    const said = submission(order, deadline);
    return typeof said === "function" ? said(order, openInstrument(), deadline) : said;
  };
  return {
    name: "sandbox",
    livemode: false,
    ...SANDBOX_TRAITS,
    get absentIsFinal() {
      return traits.absentIsFinal;
    },
    get returnParameters() {
      return traits.returnParameters;
    },
    ...calls,
    isIdle: () => true,
    breakers: () => ({
      register: "closed",
      authorise: "closed",
      complete: "closed",
      read: "closed",
      close: "closed",
      reverse: "closed",
      refund: "closed",
      read_refund: "closed",
      close_refund: "closed",
      payout: "closed",
      read_payout: "closed",
      close_payout: "closed",
      statement: "closed",
    }),
    submit,
    resubmit: submit,
    complete: async (order, returned, deadline) => {
      completions.push(returned);
      note("complete", order, deadline);
      const said = completion;
      return typeof said === "function" ? said() : said;
    },
    reverse: async (order, deadline) => {
      note("reverse", order, deadline);
      return reverseOutcome;
    },
    refunds: noTransfers,
    payouts: noTransfers,
    statement: {
      cutOffMs: 0,
      postedWithinMs: 0,
      boundsOf: () => ({ fromMs: 0, toMs: 0 }),
      dayOf: () => "1970-01-01",
      read: noTransfers.read,
    },
    verifyCallbacks: () => null,
    shutdown: async () => undefined,
    reverses: (next) => (reverseOutcome = next),
    declares: (next) => void Object.assign(traits, next),
    repeats,
    completions,
    completes: (next) => (completion = next),
  };
}
