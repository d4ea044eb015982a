import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ERROR_CATALOGUE, EVENT_TYPES } from "@flowlix/contracts";

/** The list of types, copied by hand (docs/design/decisions.md#event-types). */
const DECIDED = `
  payment.requires_action payment.processing payment.succeeded payment.failed payment.expired
  refund.processing refund.succeeded refund.failed
  payout.pending payout.processing payout.succeeded payout.failed`
  .trim()
  .split(/\s+/);

const page = (name: string): string =>
  readFileSync(new URL(`../../developer-pages/src/site/${name}`, import.meta.url), "utf8");

describe("the types of events", () => {
  it("are those that are decided, and no others [D9-22]", () => {
    expect(EVENT_TYPES).to.have.members(DECIDED).and.have.length(DECIDED.length);
  });

  it("are in the merchants' documentation, each of them, and so are all error codes [D9-22]", () => {
    for (const type of EVENT_TYPES) expect(page("webhooks.html")).to.contain(`<code>${type}</code>`);
    for (const code of Object.keys(ERROR_CATALOGUE)) expect(page("errors.html")).to.contain(`id="${code}"`);
  });
});
