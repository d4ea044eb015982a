import { createBusProofs, ProofError } from "@flowlix/provider";
import { testKeyRing } from "@flowlix/testkit";
import { expect } from "chai";

const ACCOUNT = {
  id: `acq_${"a".repeat(24)}`,
  merchant_id: `mer_${"m".repeat(24)}`,
  livemode: true,
  provider: "acme",
  label: "Acme",
  status: "active",
  currencies: ["EUR"],
  methods: null,
  weight: 100,
  limits: { EUR: { min: 1 } },
  settings: { base_url: "https://acme.example/" },
  secrets: { key: "1.as1.encrypted" },
  secrets_changed_at: null,
  version: 1,
  change: 1,
};

const CALLBACK = {
  callback_id: "cb_1",
  reference: `pay_${"p".repeat(24)}`,
  claimed_state: "succeeded",
  at: 1_000,
  evidence: '{"success":true}',
};
const CALLBACKS = ["acme", ACCOUNT.id, [CALLBACK]] as const;

/** The same with one thing changed, for each thing that it has. */
const changesOf = (one: object): [string, object][] =>
  Object.keys(one).flatMap((field) => [
    [`another ${field}`, { ...one, [field]: "another" }],
    [`no ${field}`, Object.fromEntries(Object.entries(one).filter(([name]) => name !== field))],
  ]);

describe("A proof of what the gateway tells", () => {
  const ring = createBusProofs(testKeyRing("as1"));
  const isTaken = (...asked: Parameters<typeof ring.check>) => {
    try {
      ring.check(...asked);
      return true;
    } catch (error) {
      expect(error).to.be.instanceOf(ProofError);
      return false;
    }
  };
  const ofAccounts = ring.of("accounts", [ACCOUNT]);
  const ofCallbacks = ring.of("callbacks", CALLBACKS);

  it("is taken of the very same that came over the bus as JSON", () => {
    expect(isTaken("accounts", JSON.parse(JSON.stringify([ACCOUNT])), ofAccounts)).to.equal(true);
    expect(isTaken("callbacks", JSON.parse(JSON.stringify(CALLBACKS)), ofCallbacks)).to.equal(true);
    const turned = Object.fromEntries(Object.entries(ACCOUNT).toReversed());
    expect(isTaken("accounts", [turned], ofAccounts), "in another order").to.equal(true);
  });

  const otherAccounts: readonly [string, readonly object[]][] = [
    ...changesOf(ACCOUNT).map(([what, changed]): [string, object[]] => [
      `an account with ${what}`,
      [changed],
    ]),
    ["one account less", []],
    ["one account more", [ACCOUNT, ACCOUNT]],
    [
      "a setting more",
      [{ ...ACCOUNT, settings: { ...ACCOUNT.settings, reports_url: "https://x.example/" } }],
    ],
    ["another limit", [{ ...ACCOUNT, limits: { EUR: { max: 1 } } }]],
  ];
  for (const [what, accounts] of otherAccounts)
    it(`of accounts proves nothing of ${what}`, () => {
      expect(isTaken("accounts", accounts, ofAccounts)).to.equal(false);
    });

  const otherCallbacks: readonly [string, readonly unknown[]][] = [
    ...changesOf(CALLBACK).map(([what, changed]): [string, unknown[]] => [
      `a callback with ${what}`,
      ["acme", ACCOUNT.id, [changed]],
    ]),
    ["another acquirer's", ["other", ACCOUNT.id, [CALLBACK]]],
    ["another account's", ["acme", `acq_${"b".repeat(24)}`, [CALLBACK]]],
    ["one callback more", ["acme", ACCOUNT.id, [CALLBACK, CALLBACK]]],
  ];
  for (const [what, callbacks] of otherCallbacks)
    it(`of callbacks proves nothing of ${what}`, () => {
      expect(isTaken("callbacks", callbacks, ofCallbacks)).to.equal(false);
    });

  const [keyId, mac = ""] = (ofAccounts ?? "").split(".");
  for (const [what, proof] of [
    ["absent", undefined],
    ["empty", ""],
    ["truncated", ofAccounts?.slice(0, -2)],
    ["of a key and nothing else", `${keyId}.`],
    ["without its key", mac],
    ["of a key that the ring has not", `as2.${mac}`],
    ["under another key of that name", createBusProofs(otherRing()).of("accounts", [ACCOUNT])],
    ["of callbacks", ring.of("callbacks", [ACCOUNT])],
  ] as const)
    it(`that is ${what} is refused`, () => {
      expect(isTaken("accounts", [ACCOUNT], proof)).to.equal(false);
    });

  it("is made under the ring's first key, and every key of the ring takes it", () => {
    const rotated = createBusProofs(testKeyRing("as2", "as1"));
    expect(rotated.of("accounts", [ACCOUNT])).to.match(/^as2\.[\w-]{43}$/);
    expect(() => rotated.check("accounts", [ACCOUNT], ofAccounts)).not.to.throw();
    const behind = createBusProofs(testKeyRing("as1", "as2"));
    expect(() => behind.check("accounts", [ACCOUNT], rotated.of("accounts", [ACCOUNT]))).not.to.throw();
    const without = createBusProofs(testKeyRing("as2"));
    expect(() => without.check("accounts", [ACCOUNT], ofAccounts)).to.throw(ProofError);
  });

  it("is neither made nor taken without a ring", () => {
    const none = createBusProofs(undefined);
    expect(none.of("accounts", [ACCOUNT])).to.equal(undefined);
    expect(() => none.check("accounts", [ACCOUNT], ofAccounts)).to.throw(
      ProofError,
      "ACQUIRER_SECRET_KEYS is not set",
    );
  });
});

function otherRing() {
  const { active } = testKeyRing("other");
  return { active: { ...active, id: "as1" }, ids: ["as1"], byId: () => active.key };
}
