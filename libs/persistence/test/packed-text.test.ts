import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import { packText, plainText, unpackText } from "../src/index.ts";
import { DICTIONARY_1 } from "../src/packed-text/dictionary-1.ts";
import { PHRASES_2 } from "../src/packed-text/phrases-2.ts";

const PHRASES: readonly string[] = [...PHRASES_2.short, ...PHRASES_2.long];

/** Whole characters of any script: what comes out of UTF-8 as it went in. */
const text = fc.string({ unit: "grapheme", maxLength: 3_000 });

describe("a packed text", () => {
  it("is unpacked as it was, byte for byte", () => {
    fc.assert(fc.property(text, (one) => unpackText(packText(one)) === one));
  });

  it("is unpacked as it was where it is JSON of any kind and length", () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 400 }), (one, times) => {
        const long = JSON.stringify(Array.from({ length: times }, () => one));
        return unpackText(packText(long)) === long;
      }),
    );
  });

  it("is unpacked as it was where it has phrases in any order, and what phrases are made of", () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...PHRASES), fc.constantFrom("\u0001", "\u001F ", "é", "pay_", ",")),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(pieces, (some) => {
        const one = some.join("");
        expect(unpackText(packText(one))).to.equal(one);
      }),
    );
  });

  it("of an answer takes less than half of its bytes", () => {
    const answer = DICTIONARY_1.split("\n").at(-1) ?? "";
    const another = answer.replaceAll("17", "1764072000").replace("evt_", "evt_7cMj4GhFd9SaZ2xVb6NqWe1R");
    expect(packText(another).length).to.be.below(another.length / 2);
  });

  it("in a format of another release is refused by its number", () => {
    const later = Buffer.concat([Buffer.of(3), packText("{}").subarray(1)]);
    expect(() => unpackText(later)).to.throw("a packed text has format 3, which this release cannot read");
    expect(() => unpackText(Buffer.alloc(0))).to.throw("a packed text has format none");
  });

  for (const [what, one] of [
    ["JSON", '{"id":"pay_5f3kQ9xTbN2mW8cRz7LdYv1A","amount":4999,"status":"SUCCEEDED"}'],
    ["no JSON", "a line\nand another one, of which there are more than two\n"],
  ] as const)
    it(`of what is ${what}, harmed in a byte, is never read as another text`, () => {
      const packed = packText(one);
      const read = (bytes: Buffer): string | null => {
        try {
          return unpackText(bytes);
        } catch {
          return null;
        }
      };
      const harmed = fc.tuple(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }));
      fc.assert(
        fc.property(harmed, ([at, by]) => {
          const bytes = Buffer.from(packed);
          bytes[at] = (bytes[at] ?? 0) ^ by;
          expect(read(bytes)).to.be.oneOf([null, one]);
        }),
      );
      for (let length = 0; length < packed.length; length += 1)
        expect(read(packed.subarray(0, length))).to.equal(null);
    });

  it("needs its dictionary and its phrases to the letter and in their order, which never change", () => {
    const hashOf = (words: string) => createHash("sha256").update(words).digest("hex");
    expect(hashOf(DICTIONARY_1)).to.equal("a00a0bef09b3bfcc7ba7872960f8fc8eaadcb6ef6f9ebae15ef654feaee6c341");
    expect(hashOf(JSON.stringify(PHRASES_2))).to.equal(
      "5de85273e037a63ccb9fdf72671ab083df60dba996772117d55e1682820cfa76",
    );
    const kept = [
      "AUios6HlXUNKsqZpxtmBlhUhSX5GueEWyUFV5j4pkWWGjkhJ2cTS0rIWAKeBEBI=",
      "AtAoyCQBNWYza1E5eFRiTjJtVzhjUno3TGRZdjFBAzQ5OTl9",
    ];
    for (const one of kept)
      expect(unpackText(Buffer.from(one, "base64"))).to.equal(
        '{"id":"pay_5f3kQ9xTbN2mW8cRz7LdYv1A","amount":4999}',
      );
  });

  it("has every phrase once, and no code stands for two", () => {
    expect(new Set(PHRASES).size).to.equal(PHRASES.length);
    expect(PHRASES_2.short.length).to.be.at.most(30);
    // Codes of two bytes end in ASCII.
    expect(PHRASES_2.long.length).to.be.at.most(0x80 - 0x20);
  });

  it("is written out for operators as psql shows it, one a line", () => {
    const main = join(import.meta.dirname, "../src/packed-text/unpack-main.ts");
    const input = ["{}", '{"amount":4999}'].map((one) => `\\x${packText(one).toString("hex")}\n`).join("");
    expect(execFileSync(process.execPath, [main], { input, encoding: "utf8" })).to.equal(
      '{}\n{"amount":4999}\n',
    );
  });

  it("is read where a row has one, and the plain text where it has none", () => {
    expect(plainText(null, packText("packed"))).to.equal("packed");
    expect(plainText("plain", null)).to.equal("plain");
    expect(plainText(null, null)).to.equal(null);
  });
});
