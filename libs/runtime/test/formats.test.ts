import { expect } from "chai";
import { FORMATS } from "@flowlix/runtime";

interface Table {
  /** The rules that its format is of. */
  readonly rules?: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const LONE_SURROGATE = "a\ud800b";
const NUL = "a\u0000b";
const GRINNING = "\u{1f600}";

const TABLES: Readonly<Record<string, Table>> = {
  text: {
    good: ["", " ", "Zoë", GRINNING, "a\nb", "\uffff"],
    bad: [NUL, "\u0000", LONE_SURROGATE, "\udc00"],
  },
  "nonblank-text": {
    good: ["a", " a ", GRINNING, "\ufeff", "\u200b"],
    bad: ["", " ", "\t\n", "\u0085", "\u00a0\u2003", NUL, LONE_SURROGATE],
  },
  "holder-name": {
    rules: " [D2-7]",
    good: ["J", "JANE O'NEIL-SMITH", "Łukasz Żółć", "田中", " Jane ", "x".repeat(255), GRINNING.repeat(255)],
    bad: [
      "",
      "   ",
      "x".repeat(256),
      GRINNING.repeat(256),
      "Jane\nDoe",
      "Jane\u0085",
      "Jane\u007f",
      "Jane\t",
      NUL,
      LONE_SURROGATE,
    ],
  },
  "currency-text": {
    good: ["EUR", "eur", " Eur\t", "\nEUR "],
    bad: ["", "EU", "EURO", "E R", "E1R", "€UR", "EUR,USD"],
  },
  country: { good: ["DE", "de", "Gb"], bad: ["", "D", "DEU", "XX", "UK", "d\u0130", "\u0131T", "\u017fe"] },
  e164: {
    good: ["+49301234567", "+12", "+123456789012345"],
    bad: ["", "+", "49301234567", "+0301234567", "+1234567890123456", "+49 30", "+49\n", "+1"],
  },
  "email-text": {
    good: ["a@b.de", "first.last+tag@sub.example.com"],
    bad: ["", "a", "a@", "@b.de", "a b@c.de", "a@b..de", "a@b.de\n", `a${NUL}@b.de`],
  },
  "ip-literal": {
    good: [
      "1.2.3.4",
      "255.255.255.255",
      "::",
      "::1",
      "2001:db8::8:800:200c:417a",
      "::ffff:1.2.3.4",
      "FE80::1",
    ],
    bad: [
      "",
      "1.2.3",
      "1.2.3.4.5",
      "256.1.1.1",
      "01.2.3.4",
      "1.2.3.4 ",
      " 1.2.3.4",
      "1.2.3.4:80",
      "1.2.3.4,5.6.7.8",
      "[::1]",
      "fe80::1%eth0",
      "::1/64",
      ":::1",
      "12345::",
      "0x7f.1",
      "2130706433",
      "localhost",
      "１.2.3.4",
    ],
  },
  "card-brand": {
    good: ["visa", "VISA", "MasterCard", "unknown"],
    bad: ["", "visaa", "visa ", "vis", "un\u212anown", "card"],
  },
  "search-text": { good: ["a", "a b", "%", "x".repeat(300), " "], bad: ["a\u0000", "\ud800"] },
  "webhook-url": {
    good: [
      "https://shop.example/webhooks?from=flowlix",
      "HTTPS://shop.example:8443",
      "http://127.0.0.1:8080/",
      "https://[2001:db8::1]/",
      "https://shop.example/a@b",
    ],
    bad: [
      "",
      "ftp://shop.example/",
      "file:///etc/passwd",
      "https:shop.example",
      "https://",
      "/webhooks",
      "https://user@shop.example/",
      "https://user:pass@shop.example/",
      "https://shop.example/#part",
      "https://shop.example/#",
      "https://shop.example\\@evil.example/",
      "https://shop.example:99999/",
      "https://b\u00fccher.example/",
      "https://shop.example/\n",
      " https://shop.example/",
      `https://shop.example/${NUL}`,
      `https://shop.example/${LONE_SURROGATE}`,
    ],
  },
  "return-url": {
    rules: " [D2-11]",
    good: [
      "https://shop.example/return",
      "HTTPS://shop.example",
      "https://shop.example:8443/a?b=c#d",
      "https://shop.example/?next=a@b",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://xn--bcher-kva.example/%20",
    ],
    bad: [
      "",
      "http://shop.example/",
      "https:shop.example",
      "https:/shop.example",
      "https://",
      "https:///path",
      "https://?a",
      "//shop.example/",
      "/return",
      "shop.example",
      "https://user@shop.example/",
      "https://user:pass@shop.example/",
      "https://@shop.example/",
      "https://shop.example:99999/",
      "https://shop example/",
      "https://shop.example/a b",
      "https://shop.example\\@evil.example/",
      "https://bücher.example/",
      "https://shop.example/\n",
      " https://shop.example/",
      "https://[::1/",
      "https://%zz/",
      "javascript:alert(1)",
      "https://.",
    ],
  },
};

const shown = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 12)}… (${text.length})` : text);

describe("formats", () => {
  it("are all in this table", () => {
    expect(Object.keys(TABLES).toSorted()).to.deep.equal(Object.keys(FORMATS).toSorted());
  });

  for (const [name, { good, bad, rules = "" }] of Object.entries(TABLES))
    describe(`${name}${rules}`, () => {
      for (const text of good)
        it(`accepts ${shown(text)}`, () => expect(FORMATS[name]?.(text)).to.equal(true));
      for (const text of bad)
        it(`refuses ${shown(text)}`, () => expect(FORMATS[name]?.(text)).to.equal(false));
    });
});
