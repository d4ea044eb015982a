import {
  createAccountProviders,
  HANDED_MS,
  IDLE_MS,
  PROVIDERS_MAX,
  RETIRED_MAX,
  RETIRED_MS,
} from "@flowlix/engine";
import { expect } from "chai";
import { accountOf } from "./support/account.ts";

function underTest() {
  let now = 0;
  const ended: string[] = [];
  const busy = new Set<string>();
  const providers = createAccountProviders(
    ({ id, change }) => ({
      name: `${id} ${change}`,
      isIdle: () => !busy.has(`${id} ${change}`),
      shutdown: async () => void ended.push(`${id} ${change}`),
    }),
    () => now,
  );
  return { providers, ended, busy, pass: (ms: number) => (now += ms) };
}

const idOf = (place: number) => `acq_${String(place).padStart(24, "0")}`;

describe("The provider ports of accounts", () => {
  it("are made at their first use, one for each account", () => {
    const { providers } = underTest();
    expect(providers.all()).to.deep.equal([]);
    const first = providers.of(accountOf());
    expect(providers.of(accountOf())).to.equal(first);
    expect(providers.of(accountOf({ id: idOf(2) }))).not.to.equal(first);
  });

  it("are made anew for a changed account; the one before ends once its last user has done with it", async () => {
    const { providers, ended, pass } = underTest();
    const before = providers.of(accountOf());
    expect(providers.of(accountOf({ change: 2 }))).not.to.equal(before);
    pass(RETIRED_MS);
    await providers.sweep();
    expect(ended).to.deep.equal([]);
    pass(1);
    await providers.sweep();
    expect(ended).to.deep.equal([`${accountOf().id} 1`]);
  });

  it("end when nobody used them for long, and are made again when they are", async () => {
    const { providers, ended, pass } = underTest();
    const first = providers.of(accountOf());
    pass(IDLE_MS);
    await providers.sweep();
    expect(providers.of(accountOf())).to.equal(first);
    pass(IDLE_MS + 1);
    await providers.sweep();
    expect(ended).to.have.lengthOf(1);
    expect(providers.of(accountOf())).not.to.equal(first);
  });

  it("are bounded in all: beyond, the one unused for longest goes", () => {
    const { providers } = underTest();
    for (let place = 0; place < PROVIDERS_MAX; place += 1) providers.of(accountOf({ id: idOf(place) }));
    const oldest = providers.of(accountOf({ id: idOf(0) }));
    providers.of(accountOf({ id: idOf(PROVIDERS_MAX) }));
    expect(providers.all()).to.have.lengthOf(PROVIDERS_MAX);
    expect(providers.of(accountOf({ id: idOf(0) }))).to.equal(oldest);
  });

  it("that were replaced are bounded too: beyond, the first of them that nobody can still use ends at once", () => {
    const { providers, ended, busy, pass } = underTest();
    for (let change = 1; change <= RETIRED_MAX + 1; change += 1) providers.of(accountOf({ change }));
    pass(HANDED_MS + 1);
    expect(ended).to.deep.equal([]);
    busy.add(`${accountOf().id} 1`);
    providers.of(accountOf({ change: RETIRED_MAX + 2 }));
    expect(ended).to.deep.equal([`${accountOf().id} 2`]);
  });

  it("are not ended while somebody may have one at hand, however many there are", () => {
    const { providers, ended, pass } = underTest();
    for (let place = 0; place < 2 * (PROVIDERS_MAX + RETIRED_MAX); place += 1)
      providers.of(accountOf({ id: idOf(place) }));
    pass(HANDED_MS);
    providers.of(accountOf({ id: idOf(1_000) }));
    expect(ended).to.deep.equal([]);
  });

  it("are not ended while one of their calls is under way, however long", async () => {
    const { providers, ended, busy, pass } = underTest();
    providers.of(accountOf());
    busy.add(`${accountOf().id} 1`);
    providers.of(accountOf({ change: 2 }));
    pass(IDLE_MS);
    await providers.sweep();
    expect(ended).to.deep.equal([]);
    busy.clear();
    await providers.sweep();
    expect(ended).to.deep.equal([`${accountOf().id} 1`]);
  });

  it("all end with the process", async () => {
    const { providers, ended } = underTest();
    providers.of(accountOf());
    providers.of(accountOf({ change: 2 }));
    await providers.shutdown();
    expect(ended).to.have.lengthOf(2);
  });
});
