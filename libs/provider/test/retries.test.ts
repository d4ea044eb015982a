import { expect } from "chai";
import * as fc from "fast-check";
import { createProvider, deadlineIn, type Outcome, type RegisterOutcome, type Reply } from "../src/index.ts";
import { anInstrument, anOrder, stillHas } from "./builders.ts";
import { atFault, fakeAdapter, healthy, type Script } from "./fake-adapter.ts";

const UNREACHABLE: Outcome = { kind: "not_executed", cause: "unreachable" };
const NOT_EXECUTED: Outcome = { kind: "not_executed", cause: "error" };
const THROTTLED: Outcome = { kind: "not_executed", cause: "throttled", retryAfterS: 2 };
const UNAVAILABLE: Outcome = { kind: "not_executed", cause: "unavailable" };
const LOST: Outcome = { kind: "unknown", cause: "lost" };
const GARBLED: Outcome = { kind: "unknown", cause: "garbled" };
const SUCCEEDED: Outcome = { kind: "succeeded" };

function providerPort(script: Script, tries = 3) {
  const adapter = fakeAdapter(script);
  const pauses: number[] = [];
  const provider = createProvider({
    adapter,
    limits: { tries, pausesMs: [200, 600], callTimeoutMs: 10_000 },
    pause: async (ms) => pauses.push(ms),
  });
  return { adapter, provider, pauses };
}

/** Answers in turn; the last one stays. */
function inTurn<O>(...replies: readonly [Reply<O>, ...Reply<O>[]]): () => Reply<O> {
  let at = 0;
  return () => replies[Math.min(at++, replies.length - 1)] ?? replies[0];
}

const count = (calls: readonly string[], step: string): number =>
  calls.filter((call) => call === step).length;

describe("tries of a submission", () => {
  it("go on after what is known not to have been executed, 0.2 s and 0.6 s apart, three at most [POST-2, D10-2]", async () => {
    const { adapter, provider, pauses } = providerPort({ authorise: () => atFault(UNREACHABLE) });
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(20_000))).to.deep.equal(UNREACHABLE);
    expect(adapter.calls).to.deep.equal(["register", "authorise", "authorise", "authorise"]);
    expect(pauses).to.deep.equal([200, 600]);
  });

  it("end with the first answer", async () => {
    const { adapter, provider } = providerPort({
      authorise: inTurn<Outcome>(atFault(NOT_EXECUTED), healthy(SUCCEEDED)),
    });
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(20_000))).to.deep.equal(SUCCEEDED);
    expect(adapter.calls).to.deep.equal(["register", "authorise", "authorise"]);
  });

  it("register again before anything is authorised", async () => {
    const { adapter, provider } = providerPort({
      register: inTurn<RegisterOutcome>(atFault(UNREACHABLE), healthy({ kind: "registered" })),
    });
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(20_000))).to.deep.equal(SUCCEEDED);
    expect(adapter.calls).to.deep.equal(["register", "register", "authorise"]);
  });

  it("are as many as the setting says", async () => {
    const { adapter, provider } = providerPort({ register: () => atFault(UNREACHABLE) }, 1);
    await provider.submit(anOrder(), anInstrument, deadlineIn(20_000));
    expect(adapter.calls).to.deep.equal(["register"]);
  });

  it("do not begin a pause that outlasts the deadline [LIM-4]", async () => {
    const { adapter, provider, pauses } = providerPort({ register: () => atFault(UNREACHABLE) });
    expect(await provider.submit(anOrder(), anInstrument, stillHas(190))).to.deep.equal(UNREACHABLE);
    expect([adapter.calls, pauses]).to.deep.equal([["register"], []]);
  });

  for (const outcome of [THROTTLED, UNAVAILABLE, LOST, GARBLED]) {
    for (const step of ["register", "authorise", "both"] as const) {
      it(`stop at once when ${step} is ${Object.values(outcome).join(" ")} [D10-2]`, async () => {
        const { adapter, provider, pauses } = providerPort({ [step]: () => atFault(outcome) });
        expect(await provider.submit(anOrder(), anInstrument, deadlineIn(20_000))).to.deep.equal(outcome);
        expect([count(adapter.calls, step), pauses]).to.deep.equal([1, []]);
      });
    }
  }

  for (const outcome of [UNREACHABLE, NOT_EXECUTED]) {
    it(`go on, three at most, when one call for both is ${Object.values(outcome).join(" ")}`, async () => {
      const { adapter, provider } = providerPort({ both: () => atFault(outcome) });
      expect(await provider.submit(anOrder(), anInstrument, deadlineIn(20_000))).to.deep.equal(outcome);
      expect(adapter.calls).to.deep.equal(["both", "both", "both"]);
    });
  }

  it("stop at a refusal that would be the same again", async () => {
    const { adapter, provider } = providerPort({ register: () => healthy(NOT_EXECUTED) });
    expect(await provider.submit(anOrder(), anInstrument, deadlineIn(20_000))).to.deep.equal(NOT_EXECUTED);
    expect(adapter.calls).to.deep.equal(["register"]);
  });

  it("are none for reads, closes and reversals, which have a clock of their own", async () => {
    const { adapter, provider } = providerPort({
      read: () => atFault(LOST),
      close: () => atFault(LOST),
      reverse: () => atFault("unknown"),
    });
    expect(await provider.read(anOrder(), deadlineIn(1000))).to.deep.equal(LOST);
    expect(await provider.close(anOrder(), deadlineIn(1000))).to.deep.equal(LOST);
    expect(await provider.reverse(anOrder(), deadlineIn(1000))).to.equal("unknown");
    expect(adapter.calls).to.deep.equal(["read", "close", "reverse"]);
  });
});

const outcomes = fc.constantFrom<Outcome>(
  UNREACHABLE,
  NOT_EXECUTED,
  THROTTLED,
  UNAVAILABLE,
  LOST,
  GARBLED,
  SUCCEEDED,
  { kind: "failed", code: "do_not_honor" },
  { kind: "in_progress", stage: "processing" },
);
const replyOf = <O>(of: fc.Arbitrary<O>): fc.Arbitrary<Reply<O>> =>
  fc.record({ outcome: of, providerAtFault: fc.boolean() });
const registrations = fc.oneof(
  { weight: 3, arbitrary: fc.constant<RegisterOutcome>({ kind: "registered" }) },
  { weight: 1, arbitrary: outcomes },
);

describe("whatever a provider answers, a submission", () => {
  it("authorises only what was registered, and never again after anything but a known failure to execute [IDEM-14]", async () => {
    const histories = fc.record({
      registered: fc.array(replyOf(registrations), { minLength: 3, maxLength: 3 }),
      authorised: fc.array(replyOf(outcomes), { minLength: 3, maxLength: 3 }),
      inOneCall: fc.boolean(),
      again: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(histories, async ({ registered, authorised, inOneCall, again }) => {
        const begun: RegisterOutcome[] = [];
        const learned: Outcome[] = [];
        const answers = authorised.values();
        const beginning = inTurn(...nonEmpty(registered));
        const { adapter, provider } = providerPort({
          [inOneCall ? "both" : "register"]: () => {
            const reply = beginning();
            begun.push(reply.outcome);
            return reply;
          },
          authorise: () => {
            const reply = answers.next().value ?? atFault(LOST);
            learned.push(reply.outcome);
            return reply;
          },
        });
        const deadline = deadlineIn(20_000);
        const submission = again
          ? provider.resubmit(anOrder(), anInstrument, deadline)
          : provider.submit(anOrder(), anInstrument, deadline);
        const outcome = await submission;
        await provider.shutdown();

        expect(learned.length).to.be.at.most(3);
        expect(
          learned.slice(0, -1).every(isKnownNotExecuted),
          "nothing follows an answer or an unknown",
        ).to.equal(true);
        if (learned.length > 0) expect(outcome).to.deep.equal(learned.at(-1));
        if (again) {
          expect(begun).to.deep.equal([]);
          return;
        }
        expect(begun.slice(0, -1).every(isKnownNotExecuted), "nor an unknown of the first call").to.equal(
          true,
        );
        expect(adapter.calls.includes("authorise")).to.equal(begun.at(-1)?.kind === "registered");
      }),
    );
  });
});

const isKnownNotExecuted = (outcome: RegisterOutcome): boolean =>
  outcome.kind === "not_executed" && (outcome.cause === "unreachable" || outcome.cause === "error");

function nonEmpty<T>(items: readonly T[]): [T, ...T[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error("an empty list");
  return [first, ...rest];
}
