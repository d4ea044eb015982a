import { expect } from "chai";
import { TransportError } from "@flowlix/runtime";
import { askAgain } from "../src/ask-again.ts";
import { rejectionOf } from "./support.ts";

const lost = new TransportError("timeout", "idempotency.begin", true);
const nobody = new TransportError("unavailable", "idempotency.begin", false);

/** Calls that are rejected in turn, and answered after those. */
function calls(...errors: readonly Error[]) {
  const given: number[] = [];
  const call = async (timeoutMs: number) => {
    const error = errors[given.length];
    given.push(timeoutMs);
    if (error !== undefined) throw error;
    return "answered";
  };
  return { given, call };
}

describe("a call that may be made once more", () => {
  it("has five seconds and then what is left, half of it where it has less than ten", async () => {
    const long = calls(lost);
    expect(await askAgain(long.call, 25_000)).to.equal("answered");
    expect(long.given[0]).to.equal(5_000);
    expect(long.given[1]).to.be.within(20_000, 25_000);
    const short = calls(lost);
    await askAgain(short.call, 4_000);
    expect(short.given[0]).to.equal(2_000);
  });

  it("is made once where it was answered, where nobody took it, and where its owner refused", async () => {
    for (const { call, given } of [calls(), calls(nobody), calls(new Error("refused"))]) {
      await askAgain(call, 10_000).catch(() => undefined);
      expect(given).to.have.length(1);
    }
  });

  it("may have run where the second one reached nobody, for the first one may have", async () => {
    expect(await rejectionOf(askAgain(calls(lost, nobody).call, 10_000))).to.equal(lost);
  });
});
