import { expect } from "chai";
import { untilEnded } from "../src/wait.ts";

const GOES_ON = { status: "PROCESSING" };

describe("waiting for an object", () => {
  it("reads until its status is one that does not change by itself", async () => {
    for (const status of ["SUCCEEDED", "FAILED", "EXPIRED", "REQUIRES_ACTION"]) {
      const reads = [{ status: "PENDING" }, GOES_ON, { status }];
      expect(await untilEnded(async () => reads.shift() ?? GOES_ON, { everyMs: 0 })).to.deep.equal({
        status,
      });
      expect(reads).to.deep.equal([]);
    }
  });

  it("gives what it read last where the time is over", async () => {
    expect(await untilEnded(async () => GOES_ON, { forMs: 0 })).to.equal(GOES_ON);
  });

  it("ends at once with its signal, with what it read last", async () => {
    const ending = new AbortController();
    const read = async () => {
      setImmediate(() => ending.abort());
      return GOES_ON;
    };
    const options = { forMs: 7_200_000, everyMs: 3_600_000, signal: ending.signal };
    expect(await untilEnded(read, options)).to.equal(GOES_ON);
  });
});
