import { expect } from "chai";
import { incomingTrace, isTraceparent, newTrace, scrubLine } from "@flowlix/runtime";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const GOOD = `00-${TRACE}-${SPAN}-01`;
const UNSAMPLED = `00-${TRACE}-${SPAN}-00`;

const TAKEN: readonly (readonly [what: string, given: string, taken: string])[] = [
  ["a sampled one", GOOD, GOOD],
  ["one that is not sampled", UNSAMPLED, UNSAMPLED],
  ["one with blanks around it", ` ${GOOD} `, GOOD],
  ["only the sampled flag of others", `00-${TRACE}-${SPAN}-ff`, GOOD],
  ["no flag that is not known", `00-${TRACE}-${SPAN}-fe`, UNSAMPLED],
  ["a later version as ours", `cc-${TRACE}-${SPAN}-01`, GOOD],
  ["a later version with more behind it", `cc-${TRACE}-${SPAN}-01-what-the-future`, GOOD],
  ["a later version with very much behind it", `cc-${TRACE}-${SPAN}-01-${"x".repeat(100_000)}`, GOOD],
];

const IGNORED: readonly (readonly [what: string, given: string | string[] | undefined])[] = [
  ["none", undefined],
  ["an empty one", ""],
  ["several", [GOOD, GOOD]],
  ["several in one line", `${GOOD}, ${GOOD}`],
  ["version ff", `ff-${TRACE}-${SPAN}-01`],
  ["a version of one character", `0-${TRACE}-${SPAN}-01`],
  ["a trace id of zeros", `00-${"0".repeat(32)}-${SPAN}-01`],
  ["a parent id of zeros", `00-${TRACE}-${"0".repeat(16)}-01`],
  ["a short trace id", `00-${TRACE.slice(1)}-${SPAN}-01`],
  ["a long trace id", `00-${TRACE}a-${SPAN}-01`],
  ["a short parent id", `00-${TRACE}-${SPAN.slice(1)}-01`],
  ["capital letters", GOOD.toUpperCase()],
  ["flags that are no hexadecimal digits", `00-${TRACE}-${SPAN}-.0`],
  ["flags of one character", `00-${TRACE}-${SPAN}-1`],
  ["flags of three characters", `00-${TRACE}-${SPAN}-011`],
  ["more behind version 00", `${GOOD}-what-the-future`],
  ["more behind a later version without a dash", `cc-${TRACE}-${SPAN}-01.what`],
  ["other separators", `00_${TRACE}_${SPAN}_01`],
  ["words", "not a trace"],
  ["a card number in the trace id", `00-${"a".repeat(16)}4242424242424242-${SPAN}-01`],
  ["a card number in the parent id", `00-${TRACE}-4242424242424242-01`],
];

const STATES: readonly (readonly [
  what: string,
  given: string | string[] | undefined,
  taken: string | undefined,
])[] = [
  ["one member", "congo=t61rcWkgMzE", "congo=t61rcWkgMzE"],
  ["several members, in their order", "rojo=00f067aa0ba902b7, congo=t61", "rojo=00f067aa0ba902b7, congo=t61"],
  ["several headers as one", ["rojo=1", "congo=2"], "rojo=1,congo=2"],
  ["empty members", "rojo=1,,congo=2", "rojo=1,,congo=2"],
  ["a tenant's key", "fw529a3039@dt=FfAAAAA", "fw529a3039@dt=FfAAAAA"],
  [
    "512 characters",
    `a=${"b".repeat(252)},c=${"d".repeat(255)}`,
    `a=${"b".repeat(252)},c=${"d".repeat(255)}`,
  ],
  ["not 513 characters", `a=${"b".repeat(253)},c=${"d".repeat(255)}`, undefined],
  ["not 33 members", Array.from({ length: 33 }, (_, at) => `k${at}=1`).join(","), undefined],
  ["not what has no value", "congo", undefined],
  ["not what has no key", "=1", undefined],
  ["not a key in capitals", "Congo=1", undefined],
  ["not control characters", "congo=\u00001", undefined],
  ["not what is not ASCII", "congo=ü", undefined],
  ["not a card number", "congo=4242424242424242", undefined],
  ["not an API key", "congo=api_test_sk_hunter2hunter2", undefined],
  ["not an empty one", "", undefined],
  ["none", undefined, undefined],
];

describe("the trace a request names", () => {
  for (const [what, given, taken] of TAKEN)
    it(`is taken: ${what}`, () => {
      expect(incomingTrace({ traceparent: given })).to.deep.equal({ traceparent: taken });
      expect(isTraceparent(taken)).to.equal(true);
    });

  for (const [what, given] of IGNORED)
    it(`is ignored, and its state with it: ${what}`, () => {
      expect(incomingTrace({ traceparent: given, tracestate: "congo=1" })).to.equal(undefined);
    });

  for (const [what, given, taken] of STATES)
    it(`keeps its state unchanged or drops all of it: ${what}`, () => {
      expect(incomingTrace({ traceparent: GOOD, tracestate: given })?.tracestate).to.equal(taken);
    });
});

describe("a trace that begins here", () => {
  it("is of version 00, another one each time, and not sampled", () => {
    const all = Array.from({ length: 1_000 }, () => newTrace().traceparent);
    expect(all.every((one) => isTraceparent(one) && one.endsWith("-00"))).to.equal(true);
    expect(new Set(all.map((one) => one.slice(3, 35))).size).to.equal(all.length);
    expect(new Set(all.map((one) => one.slice(36, 52))).size).to.equal(all.length);
  });

  it("has ids that no log line masks", () => {
    const ids = Array.from({ length: 5_000 }, () => newTrace().traceparent).flatMap((one) => [
      `"${one.slice(3, 35)}"`,
      `"${one.slice(36, 52)}"`,
    ]);
    expect(ids.filter((id) => scrubLine(id) !== id)).to.deep.equal([]);
  });
});
