import { expect } from "chai";
import { apiGatewayModule } from "@flowlix/api-gateway";
import { idempotencyModule } from "@flowlix/idempotency";
import { paymentsModule } from "@flowlix/payments";
import { PROVIDER_LIMITS } from "@flowlix/provider";
import { readConfig, TIME_LADDER as ladder } from "@flowlix/runtime";
import { BUS_PINGS } from "@flowlix/runtime/nats-server";

/** Set by the charts, which read no code of ours (docs/design/architecture.md#time-ladder). */
const INGRESS_MS = 30_000;
const PRE_STOP_MS = 5_000;

const DEADLINES = [apiGatewayModule, idempotencyModule, paymentsModule].map(
  ({ name, config: { REQUEST_DEADLINE } }) => ({ name, spec: { REQUEST_DEADLINE } }),
);

describe("the time ladder", () => {
  it("leaves a provider call room in an owner's time, and an owner in the request's [D10-1]", () => {
    expect(PROVIDER_LIMITS.callTimeoutMs).to.be.at.most(10_000);
    expect(PROVIDER_LIMITS.callTimeoutMs).to.be.below(ladder.ownerMs);
    expect(ladder.ownerMs).to.be.below(ladder.requestMs);
  });

  for (const { name, spec } of DEADLINES) {
    it(`is the same request's in ${name}, and nobody can set it past an ingress or a drain [D10-1]`, () => {
      expect(readConfig(spec, {})).to.deep.equal({
        ok: true,
        config: { REQUEST_DEADLINE: ladder.requestMs },
      });
      expect(readConfig(spec, { REQUEST_DEADLINE: `${ladder.requestMaxMs}ms` })).to.include({ ok: true });
      expect(readConfig(spec, { REQUEST_DEADLINE: `${ladder.requestMaxMs + 1}ms` })).to.include({
        ok: false,
      });
    });
  }

  it("leaves a step with a key two tries, and the request most of its time after one that hangs", () => {
    expect(ladder.keyStepMs).to.be.at.least(2 * ladder.answerMs);
    expect(ladder.keyStepMs).to.be.below(ladder.requestMs / 2);
    // The longest that NATS may take to cut a hung process off: an interval, and one for every question.
    expect(ladder.answerMs).to.be.above((BUS_PINGS.unansweredMax + 2) * BUS_PINGS.intervalMs);
  });

  it("ends a request before an ingress or a drain does, and its key's lease after all of them", () => {
    expect(ladder.requestMs).to.be.below(ladder.requestMaxMs);
    expect(ladder.requestMaxMs).to.be.below(INGRESS_MS).and.below(ladder.drainMs);
    expect(ladder.requestMs + ladder.leaseExtraMs).to.be.above(ladder.drainMs);
  });

  it("leaves a status sync two calls of a provider, and ends a job before a drain does", () => {
    expect(ladder.syncMs).to.be.at.least(2 * PROVIDER_LIMITS.callTimeoutMs);
    expect(ladder.syncMs).to.be.below(ladder.jobCallMs);
    expect(ladder.jobCallMs).to.be.below(ladder.drainMs);
  });

  it("ends a process by itself before its parent does", () => {
    expect(ladder.drainMs).to.be.below(ladder.hardStopMs);
    expect(ladder.hardStopMs).to.be.below(ladder.graceMs);
    expect(PRE_STOP_MS + ladder.hardStopMs).to.be.at.most(ladder.graceMs);
  });
});
