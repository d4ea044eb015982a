import {
  acquirersOf,
  chooseAccount,
  noRouteError,
  type Candidate,
  type RouteQuestion,
} from "@flowlix/engine";
import type { AcquirerAccount } from "@flowlix/contracts";
import { EVERYTHING } from "@flowlix/provider";
import { expect } from "chai";
import { accountOf } from "./support/account.ts";

const idOf = (letter: string) => `acq_${letter.repeat(24)}`;
const A = idOf("a");
const B = idOf("b");
const C = idOf("c");

const asked = (changes: Partial<RouteQuestion> = {}): RouteQuestion => ({
  id: `pay_${"1".repeat(24)}`,
  merchantId: accountOf().merchant_id,
  livemode: true,
  method: "card",
  brand: "visa",
  currency: "EUR",
  amount: 1_000,
  ...changes,
});

const candidate = (account: Partial<AcquirerAccount> = {}, more: Partial<Candidate> = {}): Candidate => ({
  account: accountOf(account),
  capabilities: EVERYTHING,
  isOpen: false,
  ...more,
});

const payment = (place: number) => `pay_${String(place).padStart(24, "0")}`;

describe("The account that a new object goes to", () => {
  const unfit: readonly [
    string,
    Partial<AcquirerAccount>,
    Partial<Candidate>,
    Partial<RouteQuestion>,
    string,
  ][] = [
    ["a disabled one", { status: "disabled" }, {}, {}, "disabled"],
    ["one for other methods", { methods: ["payout"] }, {}, {}, "method"],
    ["one for other currencies", { currencies: ["GBP"] }, {}, {}, "currency"],
    ["one for larger amounts", { limits: { EUR: { min: 1_001 } } }, {}, {}, "amount"],
    ["one for smaller amounts", { limits: { EUR: { max: 999 } } }, {}, {}, "amount"],
    ["one whose secrets no key opens", {}, { capabilities: null }, {}, "unusable"],
    [
      "one whose acquirer has no such method",
      {},
      { capabilities: { ...EVERYTHING, methods: ["card"] } },
      { method: "apple_pay" },
      "method",
    ],
    [
      "one whose acquirer has no hosted page",
      {},
      { capabilities: { ...EVERYTHING, hostedPage: false } },
      { method: "page", brand: null },
      "method",
    ],
    [
      "one whose acquirer has not the currency",
      {},
      { capabilities: { ...EVERYTHING, currencies: ["USD"] } },
      {},
      "currency",
    ],
    [
      "one whose acquirer pays nothing out",
      {},
      { capabilities: { ...EVERYTHING, payouts: null } },
      { method: "payout" },
      "method",
    ],
    [
      "one whose acquirer pays out to other networks",
      {},
      { capabilities: { ...EVERYTHING, payouts: { networks: ["mastercard"], currencies: "all" } } },
      { method: "payout" },
      "brand",
    ],
  ];
  for (const [what, account, more, question, not] of unfit)
    it(`is not ${what}, and the reason says so`, () => {
      const choice = chooseAccount(
        [candidate({ id: A, ...account }, more), candidate({ id: B, methods: null })],
        asked(question),
      );
      const alone = chooseAccount([candidate({ id: A, ...account }, more)], asked(question));
      expect(alone.account).to.equal(null);
      expect(alone.reason.candidates).to.deep.include({ account: A, weight: 100, not });
      expect(choice.account?.id).to.equal(B);
    });

  it("is the same whenever the step is repeated, whatever the order of the accounts", () => {
    const both = [candidate({ id: A }), candidate({ id: B })];
    for (let place = 0; place < 50; place += 1) {
      const chosen = chooseAccount(both, asked({ id: payment(place) })).account?.id;
      expect(chooseAccount(both.toReversed(), asked({ id: payment(place) })).account?.id).to.equal(chosen);
    }
  });

  it("has its share by weight, and a changed weight moves no more than it must", () => {
    const chosen = (weight: number) =>
      Array.from(
        { length: 4_000 },
        (_, place) =>
          chooseAccount(
            [candidate({ id: A, weight: 99 }), candidate({ id: B, weight })],
            asked({ id: payment(place) }),
          ).account?.id,
      );
    const share = (all: readonly unknown[]) => all.filter((id) => id === B).length / all.length;
    const one = chosen(1);
    const half = chosen(99);
    expect(share(one)).to.be.within(0.004, 0.02);
    expect(share(half)).to.be.within(0.46, 0.54);
    expect(one.filter((id, place) => id === B && half[place] !== B)).to.deep.equal([]);
  });

  it("is one of weight 0 only where there is no other", () => {
    const last = candidate({ id: A, weight: 0 });
    for (let place = 0; place < 20; place += 1)
      expect(
        chooseAccount([last, candidate({ id: B, weight: 1 })], asked({ id: payment(place) })).account?.id,
      ).to.equal(B);
    expect(chooseAccount([last], asked()).account?.id).to.equal(A);
  });

  it("is one whose breaker is closed, and one that is open where all are", () => {
    const open = candidate({ id: A, weight: 10_000 }, { isOpen: true });
    const { account, reason } = chooseAccount([open, candidate({ id: B, weight: 1 })], asked());
    expect(account?.id).to.equal(B);
    expect(reason.candidates).to.deep.include({ account: A, weight: 10_000, open: true });
    expect(chooseAccount([open], asked()).account?.id).to.equal(A);
  });

  it("is explained in few words, however many accounts there are", () => {
    const many = Array.from({ length: 40 }, (_, place) =>
      candidate({
        id: `acq_${String(place).padStart(24, "0")}`,
        status: place === 39 ? "active" : "disabled",
      }),
    );
    const { reason } = chooseAccount(many, asked());
    expect(reason.more).to.equal(28);
    expect(JSON.stringify(reason).length).to.be.below(2_000);
  });
});

describe("A merchant without an account in a mode", () => {
  const own = { name: "sandbox", livemode: false };
  const acquirers = (accounts: readonly AcquirerAccount[]) =>
    acquirersOf([own], {
      of: () => own,
      all: () => [],
      inUse: () => new Map(),
      accounts: () => accounts,
      capabilitiesOf: () => EVERYTHING,
      existing: () => null,
      portOf: ({ id }) => ({ name: id, livemode: true }),
    });
  const isOpen = () => false;

  it("has the installation's own acquirer, and none where the mode has none", () => {
    const sandbox = acquirers([]).route(asked({ livemode: false }), isOpen);
    expect(sandbox).to.deep.equal({ port: own, provider: "sandbox", provider_account: null, route: null });
    expect(acquirers([]).route(asked(), isOpen)).to.equal(null);
  });

  it("is one whose accounts are all disabled", () => {
    expect(acquirers([accountOf({ status: "disabled" })]).route(asked(), isOpen)).to.equal(null);
  });

  it("is not one whose accounts do not take the object: that is refused", () => {
    const route = (account: Partial<AcquirerAccount>) =>
      acquirers([accountOf(account)]).route(asked(), isOpen);
    expect(route({ currencies: ["GBP"] })).to.include({ refused: "currency_not_supported" });
    expect(route({ methods: ["payout"] })).to.deep.equal({ refused: "merchant_not_provisioned" });
  });

  it("is told the currency that no account takes, and an amount with the limits that it is beyond", () => {
    const refusal = (...accounts: readonly Partial<AcquirerAccount>[]) => {
      const route = acquirers(accounts.map((one) => accountOf(one))).route(
        asked({ amount: 5_000, currency: "EUR" }),
        isOpen,
      );
      if (route === null || !("refused" in route)) throw new Error("an account takes it");
      const { type, param, explanation, key } = noRouteError(route);
      return [type, param, explanation, key];
    };
    const limited = (id: string, min?: number, max?: number) => ({
      id,
      limits: { EUR: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) } },
    });
    expect(refusal({ currencies: ["GBP"] })).to.deep.equal([
      "currency_not_supported",
      "currency",
      "No account of this merchant at an acquirer takes this in EUR.",
      "release",
    ]);
    const beyond = (limits: string) => [
      "merchant_not_provisioned",
      undefined,
      `amount is 5000, in minor units of EUR. The acquirer account of this merchant takes ${limits}.`,
      "release",
    ];
    expect(refusal(limited(A, 100, 4_999))).to.deep.equal(beyond("100 to 4999"));
    expect(refusal(limited(A, 5_001), limited(B, undefined, 10))).to.deep.equal(
      beyond("at least 5001, or at most 10"),
    );
    const card = acquirers([accountOf(limited(A, 100, 4_999))]).route(
      asked({ amount: 4_111_111_111_111_111 }),
      isOpen,
    );
    expect(JSON.stringify(card)).to.contain("amount is a number of twelve digits or more, in minor units");
    // Of an account that is disabled nothing is said, nor of one that is not for this way of paying.
    const others = [
      { ...limited(B, 9_000), status: "disabled" as const },
      { ...limited(C, 8_000), methods: ["payout" as const] },
    ];
    expect(refusal(limited(A, 100, 4_999), ...others)).to.deep.equal(beyond("100 to 4999"));
  });
});

describe("A choice among many accounts", () => {
  it("makes a provider port for the one that is chosen, and for none that is only considered", () => {
    const all = Array.from({ length: 100 }, (_, place) =>
      accountOf({ id: `acq_${String(place).padStart(24, "0")}` }),
    );
    const made: string[] = [];
    const route = acquirersOf<{ readonly name: string; readonly livemode: boolean }>([], {
      of: () => ({ name: "acme", livemode: true }),
      all: () => [],
      inUse: () => new Map(),
      accounts: () => all,
      capabilitiesOf: () => EVERYTHING,
      existing: ({ id }) => ({ name: id, livemode: true }),
      portOf: ({ id }) => {
        made.push(id);
        return { name: id, livemode: true };
      },
    }).route(asked(), ({ name }) => name !== all[7]?.id);
    expect(route).to.include({ provider_account: all[7]?.id });
    expect(made, "the breaker of a port that is there counts").to.deep.equal([all[7]?.id]);
  });
});
