import { expect } from "chai";
import { TIME_LADDER as ladder } from "@flowlix/runtime";

describe("the time ladder", () => {
  it("leaves each step room within the next (architecture §4)", () => {
    expect(ladder.providerCallMs).to.be.below(ladder.ownerMs);
    expect(ladder.ownerMs).to.be.below(ladder.requestMs);
    expect(ladder.requestMs).to.be.below(ladder.ingressMs);
    expect(ladder.requestMs).to.be.below(ladder.drainMs);
    expect(ladder.requestMs).to.be.below(ladder.requestMs + ladder.leaseExtraMs);
    expect(ladder.preStopMs + ladder.drainMs).to.be.below(ladder.graceMs);
    expect(ladder.drainMs).to.be.below(ladder.hardStopMs);
    expect(ladder.hardStopMs).to.be.below(ladder.graceMs);
    expect(ladder.preStopMs + ladder.hardStopMs).to.be.at.most(ladder.graceMs);
  });
});
