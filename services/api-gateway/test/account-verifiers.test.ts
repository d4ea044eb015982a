import type { VerifyCallbacks } from "@flowlix/provider";
import { expect } from "chai";
import { rememberedVerifiers } from "../src/acquirers/account-verifiers.ts";
import { ACME, withAcme } from "./support/acme.ts";

const REAL = `acq_${"r".repeat(24)}`;
const madeUp = (place: number) => `acq_${String(place).padStart(24, "0")}`;
const verify: VerifyCallbacks = () => null;

describe("the verifiers of accounts, while somebody calls with made-up ones", () => {
  withAcme();

  /** The real account is known and due again, and the look-ups of others never end. */
  async function flooded() {
    let now = 0;
    let looks = 0;
    let isAway = false;
    const find = rememberedVerifiers(
      async (_acquirer, id) => {
        if (id !== REAL) return new Promise(() => undefined);
        looks += 1;
        if (isAway) throw new Error("the database is away");
        return verify;
      },
      () => now,
    );
    expect(await find(ACME, REAL)).to.equal(verify);
    for (let place = 0; place < 64; place += 1) void find(ACME, madeUp(place));
    return {
      find,
      looks: () => looks,
      pass: (ms: number) => (now += ms),
      goAway: () => (isAway = true),
    };
  }

  const refusalOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => "none",
      (error: unknown) => String(error),
    );

  it("one more of those is refused, and a known one is looked up again all the same", async () => {
    const { find, pass, looks } = await flooded();
    expect(await refusalOf(find(ACME, madeUp(64)))).to.contain("too many accounts");
    pass(3_000);
    expect(await find(ACME, REAL)).to.equal(verify);
    expect(looks()).to.equal(2);
  });

  it("a known one that cannot be looked up again goes on for half a minute, and no longer", async () => {
    const { find, pass, goAway } = await flooded();
    goAway();
    pass(3_000 + 29_999);
    expect(await find(ACME, REAL)).to.equal(verify);
    pass(1);
    expect(await refusalOf(find(ACME, REAL))).to.contain("the database is away");
  });
});
