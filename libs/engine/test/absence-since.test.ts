import { expect } from "chai";
import { isFinallyAbsent } from "@flowlix/provider";
import { absentSinceSecrets } from "../src/accounts/absence-since.ts";

const HOUR = 3_600_000;
const CHANGED_S = 1_000_000;
const CHANGED_MS = CHANGED_S * 1_000;

describe("an absence at an account", () => {
  const of = (secrets_changed_at: number | null | undefined, firstMs: number) =>
    isFinallyAbsent({
      finality: absentSinceSecrets(
        { afterMs: HOUR },
        secrets_changed_at === undefined ? {} : { secrets_changed_at },
      ),
      submittedBetween: { firstMs, lastMs: firstMs },
      askedAtMs: firstMs + 100 * HOUR,
      absentAtMs: firstMs + 50 * HOUR,
    });

  it("ends what was made an hour after the last change of its secrets, and nothing of before", () => {
    expect(of(CHANGED_S, CHANGED_MS - 1)).to.equal("never");
    expect(of(CHANGED_S, CHANGED_MS + HOUR - 1)).to.equal("never");
    expect(of(CHANGED_S, CHANGED_MS + HOUR)).to.equal("final");
  });

  it("ends everything in its time where the secrets are those that it was added with", () => {
    expect(of(null, CHANGED_MS)).to.equal("final");
  });

  it("ends nothing where nobody said when its secrets changed", () => {
    expect(of(undefined, CHANGED_MS)).to.equal("never");
  });

  it("says no more than the acquirer does", () => {
    expect(absentSinceSecrets("never", { secrets_changed_at: null })).to.equal("never");
    expect(absentSinceSecrets("never", { secrets_changed_at: CHANGED_S })).to.equal("never");
  });
});
