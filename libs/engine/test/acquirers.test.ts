import { expect } from "chai";
import { acquirersOf } from "@flowlix/engine";

const SANDBOX = { name: "sandbox", livemode: false };
const LIVE = { name: "live", livemode: true };

describe("The acquirers of an owner", () => {
  it("a new object goes to the acquirer of its mode; a mode without one has none", () => {
    expect(acquirersOf([SANDBOX, LIVE]).ofMode(true)).to.equal(LIVE);
    expect(acquirersOf([SANDBOX]).ofMode(true)).to.equal(null);
  });

  it("an object goes where its row says, and nowhere where this process does not have that acquirer", () => {
    const acquirers = acquirersOf([LIVE, SANDBOX]);
    expect(acquirers.of({ provider: "sandbox" })).to.equal(SANDBOX);
    expect(() => acquirers.of({ provider: "elsewhere" })).to.throw(
      'this process has no acquirer "elsewhere"',
    );
  });
});
