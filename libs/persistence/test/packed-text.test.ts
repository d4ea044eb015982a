import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect } from "chai";
import * as fc from "fast-check";
import { packText, plainText, unpackText } from "../src/index.ts";
import { DICTIONARY_1 } from "../src/packed-text/dictionary-1.ts";

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

  it("of an answer takes less than half of its bytes", () => {
    const answer = DICTIONARY_1.split("\n").at(-1) ?? "";
    const another = answer.replaceAll("17", "1764072000").replace("evt_", "evt_7cMj4GhFd9SaZ2xVb6NqWe1R");
    expect(packText(another).length).to.be.below(another.length / 2);
  });

  it("in a format of another release is refused by its number", () => {
    const later = Buffer.concat([Buffer.of(2), packText("{}").subarray(1)]);
    expect(() => unpackText(later)).to.throw("a packed text has format 2, which this release cannot read");
    expect(() => unpackText(Buffer.alloc(0))).to.throw("a packed text has format none");
  });

  it("that was harmed in a byte is never read as another text", () => {
    const one = '{"id":"pay_5f3kQ9xTbN2mW8cRz7LdYv1A","amount":4999,"status":"SUCCEEDED"}';
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
    expect(read(packed.subarray(0, -1))).to.equal(null);
  });

  it("needs the dictionary to the letter, which never changes", () => {
    expect(createHash("sha256").update(DICTIONARY_1).digest("hex")).to.equal(
      "a00a0bef09b3bfcc7ba7872960f8fc8eaadcb6ef6f9ebae15ef654feaee6c341",
    );
    // What release 1.1.0 wrote.
    expect(
      unpackText(Buffer.from("AUios6HlXUNKsqZpxtmBlhUhSX5GueEWyUFV5j4pkWWGjkhJ2cTS0rIWAKeBEBI=", "base64")),
    ).to.equal('{"id":"pay_5f3kQ9xTbN2mW8cRz7LdYv1A","amount":4999}');
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
