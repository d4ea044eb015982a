import { expect } from "chai";
import { spanOf } from "../src/span.ts";

describe("a span of time for people", () => {
  for (const [seconds, text] of [
    [0, "0s"],
    [45, "45s"],
    [60, "1m"],
    [725, "12m 5s"],
    [3_600, "1h"],
    [3_605, "1h"],
    [86_399, "23h 59m"],
    [187_200, "2d 4h"],
  ] as const)
    it(`${seconds} seconds are ${text}`, () => expect(spanOf(seconds)).to.equal(text));
});
