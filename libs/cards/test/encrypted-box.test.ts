import { inspect } from "node:util";
import { ENCRYPTED_FOR } from "@flowlix/contracts";
import { expect } from "chai";
import * as fc from "fast-check";
import { createDecryptor, createEncryptor, SealError, type EncryptionContext } from "../src/index.ts";
import { isInstrument } from "../src/instrument.ts";
import { associatedData } from "../src/encryption-context.ts";
import { createSubkeyCache, deriveSubkey } from "../src/subkeys.ts";
import { context, instrument, instrumentsOf, ringOf, ringWith } from "./builders.ts";

const ring = ringOf("k1");
const encryptor = createEncryptor(ring, "card");
const decryptor = createDecryptor(ring, "card");

describe("an encrypted instrument", () => {
  it("opens under the context it was encrypted for", () => {
    const whole = { ...instrument(), browser_information: browser() };
    expect(decryptor.open(encryptor.encrypt(whole, context()), context()).reveal()).to.deep.equal(whole);
  });

  for (const [name, given] of instrumentsOf()) {
    it(`opens to the same instrument of every kind: ${name}`, () => {
      expect(decryptor.open(encryptor.encrypt(given, context()), context()).reveal()).to.deep.equal(given);
    });
  }

  const applePay = instrumentsOf()[1]?.[1];
  const foreign: readonly (readonly [name: string, instrument: unknown])[] = [
    ["a kind of a later version", { ...instrument(), kind: "bank_account" }],
    ["a card without a CVC", { ...instrument(), card: { number: "4", exp_month: 1, exp_year: 2034 } }],
    ["Apple Pay without a cryptogram", { ...applePay, cryptogram: undefined }],
    ["Google Pay of a later auth_method", { ...applePay, kind: "google_pay", auth_method: "OTHER" }],
    ["PAN_ONLY with a cryptogram", { ...applePay, kind: "google_pay", auth_method: "PAN_ONLY" }],
  ];
  for (const [name, given] of foreign) {
    it(`is distinguished from what this version does not know: ${name}`, () => {
      expect([isInstrument(applePay), isInstrument(given)]).to.deep.equal([true, false]);
    });
  }

  it("opens to a secret, which hides itself", () => {
    const opened = decryptor.open(encryptor.encrypt(instrument(), context()), context());
    expect(inspect(opened, { depth: 9, showHidden: true })).not.to.contain("42424242");
  });

  const others: EncryptionContext[] = [
    context({ operation: ENCRYPTED_FOR.submitPage }),
    context({ object_id: "pay_000000000000000000000002" }),
    context({ merchant_id: "mer_000000000000000000000002" }),
    context({ livemode: true }),
    context({ amount: 1001 }),
    context({ currency: "USD" }),
    context({ start_before: 1_763_740_000_001 }),
  ];
  it("binds every field of its context", () => {
    const bound = others.map((other) => changedField(other));
    expect(bound).to.have.members(Object.keys(context()));
  });
  for (const other of others) {
    it(`opens for nothing else: ${changedField(other)}`, () => {
      const box = encryptor.encrypt(instrument(), context());
      expect(() => decryptor.open(box, other)).to.throw(SealError);
    });
  }

  it("has an encoding of its own for every context", () => {
    const texts = fc.string({ unit: fc.constantFrom('"', ",", "\\", "a", "1", "é"), maxLength: 4 });
    const contexts = fc.record({
      operation: fc.constantFrom(...Object.values(ENCRYPTED_FOR)),
      object_id: texts,
      merchant_id: texts,
      livemode: fc.boolean(),
      amount: fc.nat(),
      currency: texts,
      start_before: fc.nat(),
    });
    fc.assert(
      fc.property(contexts, contexts, (one, two) => {
        const same = JSON.stringify(Object.entries(one)) === JSON.stringify(Object.entries(two));
        return same === (encoded(one) === encoded(two));
      }),
    );
  });

  it("has another key for every purpose, process and master key", () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const [salt, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
    const keys = [
      subkey(one, salt, "card"),
      subkey(two, salt, "card"),
      subkey(one, other, "card"),
      subkey(one, salt, "webhook"),
    ];
    expect(new Set(keys).size).to.equal(4);
    expect(keys).not.to.include(one.toString("hex"));
  });

  it("differs each time, so that equal cards are not seen to be equal", () => {
    expect(encryptor.encrypt(instrument(), context())).not.to.equal(
      encryptor.encrypt(instrument(), context()),
    );
  });

  it("is as long for one card as for another", () => {
    const short = encryptor.encrypt(instrument({ number: "4000000000006", holder_name: "B" }), context());
    const long = encryptor.encrypt(
      instrument({ number: "4000000000000000006", holder_name: "B".repeat(80) }),
      context(),
    );
    expect(short.length).to.equal(long.length);
  });

  it("holds whatever validation lets through", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 255 });
    fc.assert(
      fc.property(text, (holder_name) => {
        const card = instrument({ holder_name });
        expect(decryptor.open(encryptor.encrypt(card, context()), context()).reveal()).to.deep.equal(card);
      }),
    );
  });
});

describe("a box that was tampered with", () => {
  const box = encryptor.encrypt(instrument(), context());

  it("does not open, whichever byte was changed", () => {
    const [version, keyId, body = ""] = box.split(".");
    const bytes = Buffer.from(body, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const forged = `${version}.${keyId}.${changed.toString("base64url")}`;
      expect(() => decryptor.open(forged, context()), `byte ${at}`).to.throw(SealError);
    }
  });

  const forgeries: readonly (readonly [name: string, box: string])[] = [
    ["an empty text", ""],
    ["no parts", "abc"],
    ["a part too many", `${box}.x`],
    ["another version", `2${box.slice(1)}`],
    ["an unknown key id", box.replace(".k1.", ".k9.")],
    ["a cut end", box.slice(0, -8)],
    ["nothing but a head", `1.k1.${Buffer.alloc(44).toString("base64url")}`],
  ];
  for (const [name, forged] of forgeries) {
    it(`does not open: ${name}`, () => {
      expect(() => decryptor.open(forged, context())).to.throw(SealError);
    });
  }

  it("says nothing of what was wrong or what is in it", () => {
    const messages = forgeries.map(([, forged]) => messageOf(() => decryptor.open(forged, context())));
    expect(new Set(messages).size).to.equal(1);
  });
});

describe("a ring whose key is changed", () => {
  const keys = new Map([
    ["old", Buffer.alloc(32, 7)],
    ["new", Buffer.alloc(32, 8)],
  ]);
  const before = ringWith(new Map([["old", Buffer.alloc(32, 7)]]), "old");

  it("opens boxes of the old key and encrypts under the new one", () => {
    const old = createEncryptor(before, "card").encrypt(instrument(), context());
    const changed = ringWith(keys, "new");
    expect(createDecryptor(changed, "card").open(old, context()).reveal()).to.deep.equal(instrument());
    expect(createEncryptor(changed, "card").encrypt(instrument(), context())).to.match(/^1\.new\./);
  });

  it("does not open a box whose key has left it", () => {
    const box = createEncryptor(ringWith(keys, "new"), "card").encrypt(instrument(), context());
    expect(() => createDecryptor(before, "card").open(box, context())).to.throw(SealError);
  });

  it("does not open under another key of the same id", () => {
    const box = createEncryptor(ringOf("k"), "card").encrypt(instrument(), context());
    expect(() => createDecryptor(ringOf("k"), "card").open(box, context())).to.throw(SealError);
  });

  it("is refused when a key is too short or its id could not be told from the box", () => {
    const short = ringWith(new Map([["k", Buffer.alloc(16)]]), "k");
    expect(() => createEncryptor(short, "card").encrypt(instrument(), context())).to.throw("32 bytes");
    expect(() => createEncryptor(ringOf("a.b"), "card")).to.throw("point");
  });
});

describe("remembered subkeys", () => {
  it("are bounded, and the one unused for longest goes first", () => {
    const cache = createSubkeyCache(2);
    const key = deriveSubkey(Buffer.alloc(32), Buffer.alloc(16), "card");
    cache.keep("a", key);
    cache.keep("b", key);
    cache.keep("a", key);
    cache.keep("c", key);
    expect(cache.size()).to.equal(2);
    expect([cache.get("a"), cache.get("b"), cache.get("c")].map(Boolean)).to.deep.equal([true, false, true]);
  });
});

const encoded = (of: EncryptionContext): string => associatedData("card", "k1", of).toString();

const subkey = (key: Buffer, salt: Buffer, purpose: string): string =>
  deriveSubkey(key, salt, purpose).export().toString("hex");

function changedField(other: EncryptionContext): string {
  const usual = new Map<string, unknown>(Object.entries(context()));
  return Object.entries(other)
    .filter(([name, value]) => usual.get(name) !== value)
    .map(([name]) => name)
    .join();
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return inspect(error).split("\n")[0] ?? "";
  }
  return "opened";
}

function browser() {
  return {
    accept_header: "text/html",
    javascript_enabled: true,
    screen_width: 1920,
    screen_height: 1080,
    color_depth: 24,
    user_agent: "Mozilla/5.0",
    language: "en-GB",
    time_zone_offset: -60,
    java_enabled: false,
  };
}
