import { expect } from "chai";
import { deadlineIn } from "@flowlix/provider";
import { quietLoop, waitFor } from "@flowlix/testkit";
import { createFinalisation } from "../src/idempotency/finalisation.ts";

describe("what is left to do of keys whose requests are answered", () => {
  it("ends with a stop at once, and each key that is left is told", async () => {
    const givenUp: string[] = [];
    const finalisation = createFinalisation({
      loop: quietLoop,
      onGivenUp: (step, _, requestId) => void givenUp.push(`${step} ${requestId}`),
    });
    let tries = 0;
    const call = () => {
      tries += 1;
      return Promise.reject(new Error("nobody is there"));
    };
    const finish = (requestId: string) =>
      finalisation.finish({ step: "release", requestId, deadline: deadlineIn(25_000), call });
    expect(await finish("one")).to.equal(null);
    expect(givenUp).to.deep.equal([]);
    finalisation.stop();
    await waitFor("what is left", () => givenUp.length === 1);
    const triesBefore = tries;
    expect(await finish("two"), "a request that is still answered").to.equal(null);
    await waitFor("what is left", () => givenUp.length === 2);
    expect(givenUp).to.deep.equal(["release one", "release two"]);
    expect(tries, "no try after the first").to.equal(triesBefore + 1);
  });

  it("is kept of a thousand keys at most", async () => {
    const givenUp: string[] = [];
    const finalisation = createFinalisation({
      loop: quietLoop,
      onGivenUp: (_, __, requestId) => void givenUp.push(requestId),
    });
    const call = () => Promise.reject(new Error("nobody is there"));
    for (let nth = 1; nth <= 1_001; nth += 1)
      await finalisation.finish({ step: "hold", requestId: `${nth}`, deadline: deadlineIn(25_000), call });
    expect(givenUp).to.deep.equal(["1001"]);
    finalisation.stop();
    await waitFor("all of them", () => givenUp.length === 1_001);
  });
});
