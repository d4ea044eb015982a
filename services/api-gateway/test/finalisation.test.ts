import { expect } from "chai";
import { deadlineIn } from "@flowlix/provider";
import { waitFor } from "@flowlix/testkit";
import { createFinalisation } from "../src/idempotency/finalisation.ts";

describe("what is left to do of keys whose requests are answered", () => {
  it("ends with a stop at once, and each key that is left is told", async () => {
    const left: string[] = [];
    const finalisation = createFinalisation({
      onLeft: (step, _, requestId) => void left.push(`${step} ${requestId}`),
    });
    let tries = 0;
    const call = () => {
      tries += 1;
      return Promise.reject(new Error("nobody is there"));
    };
    const leave = (requestId: string) =>
      finalisation.leave({ step: "release", requestId, deadline: deadlineIn(25_000), call });
    expect(await leave("one")).to.equal(null);
    expect(left).to.deep.equal([]);
    finalisation.stop();
    await waitFor("what is left", () => left.length === 1);
    const triesBefore = tries;
    expect(await leave("two"), "a request that is still answered").to.equal(null);
    await waitFor("what is left", () => left.length === 2);
    expect(left).to.deep.equal(["release one", "release two"]);
    expect(tries, "no try after the first").to.equal(triesBefore + 1);
  });

  it("is kept of a thousand keys at most", async () => {
    const left: string[] = [];
    const finalisation = createFinalisation({ onLeft: (_, __, requestId) => void left.push(requestId) });
    const call = () => Promise.reject(new Error("nobody is there"));
    for (let nth = 1; nth <= 1_001; nth += 1)
      await finalisation.leave({ step: "hold", requestId: `${nth}`, deadline: deadlineIn(25_000), call });
    expect(left).to.deep.equal(["1001"]);
    finalisation.stop();
    await waitFor("all of them", () => left.length === 1_001);
  });
});
