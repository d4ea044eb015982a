import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ERROR_CATALOGUE } from "@flowlix/contracts";
import { expect } from "chai";
import { shownBody } from "../src/request-log/shown-body.ts";
import { shownMessage } from "../src/request-log/shown-message.ts";
import { wantedTexts } from "../src/request-log/wanted-texts.ts";

const OWN = ERROR_CATALOGUE.parameter_invalid.message;
const WANTED =
  "It must be a whole number of at least 1, without quotes. Amount in minor units of the currency. For example: 4999.";

const SOURCES = new URL("../src/", import.meta.url);

describe("what the log of requests keeps of an error's message", () => {
  const kept: readonly (readonly [what: string, message: string, kept: string])[] = [
    ["the code's own sentence alone", OWN, OWN],
    [
      "what is wanted, and nothing of what came before it",
      `amount is the text "49.99". ${WANTED}`,
      `${OWN} [taken out] ${WANTED}`,
    ],
    [
      "nothing of what follows it",
      `amount is "4". ${WANTED} 49.99 EUR is 4999.`,
      `${OWN} [taken out] ${WANTED}`,
    ],
    [
      "the form of an id",
      'This is the text "x". The id of a Payment is pay_ and 24 letters and digits. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.',
      `${OWN} [taken out] The id of a Payment is pay_ and 24 letters and digits. For example: pay_5f3kQ9xTbN2mW8cRz7LdYv1A.`,
    ],
    [
      "how a key has to be",
      "The Idempotency-Key has 300 characters. It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.",
      `${OWN} [taken out] It must be 1 to 255 visible ASCII characters or spaces, new for each create and the same for its repeats, such as a UUID.`,
    ],
    [
      "which fields there are",
      "amuont is not a field of this request. Did you mean amount? This request has payment_id, amount, reason, merchant_reference.",
      `${OWN} [taken out] This request has payment_id, amount, reason, merchant_reference.`,
    ],
    [
      "nothing where none of our texts is in it",
      "The card 4111111111111111 of Grace Hopper.",
      `${OWN} [taken out]`,
    ],
    ["nothing where one of our texts goes on otherwise", `${WANTED}4111111111111111`, `${OWN} [taken out]`],
    [
      "nothing of a secret between two of our texts",
      `${WANTED} 4111111111111111 cvc 987. ${WANTED}`,
      `${OWN} [taken out] ${WANTED}`,
    ],
    [
      "nothing of one with more sentences than any of ours",
      `${"4. ".repeat(100_000)}${WANTED}`,
      `${OWN} [taken out]`,
    ],
  ];
  for (const [what, message, expected] of kept)
    it(`is ${what}`, () => expect(shownMessage("parameter_invalid", message)).to.equal(expected));

  it("is one of our texts, and no text has a card number, a key or a secret, even as an example", () => {
    const texts = [...wantedTexts()];
    expect(texts.length).to.be.greaterThan(150);
    for (const text of texts) expect(text).not.to.match(/[0-9]{12}|_sk_|whsec_|Lovelace/);
    const ofCards = texts.filter(
      (text) => /\b(?:card|CVC|cvc|cryptogram)\b/i.test(text) && !/\bcard_|last four/.test(text),
    );
    expect(ofCards).not.to.have.length(0);
    expect(ofCards.filter((text) => /example: "?[0-9]/.test(text))).to.deep.equal([]);
  });

  it("is each text that the sources name as what is wanted", async () => {
    const texts = wantedTexts();
    const missing: string[] = [];
    let found = 0;
    for (const file of globSync("**/*.ts", { cwd: fileURLToPath(SOURCES) })) {
      const source = readFileSync(new URL(file, SOURCES), "utf8");
      const names = [...source.matchAll(/^(?:export )?const (\w+_WANTED)\b/gm)].map(([, name = ""]) => name);
      if (names.length === 0) continue;
      const exported: Record<string, string | undefined> = await import(new URL(file, SOURCES).href);
      found += names.length;
      missing.push(...names.filter((name) => !texts.has(exported[name] ?? "")));
    }
    expect(missing).to.deep.equal([]);
    expect(found).to.be.greaterThan(4);
  });

  it("leaves room for the longest of them in each fault that is kept", () => {
    const longest = [...wantedTexts()].toSorted((one, other) => other.length - one.length)[0];
    const fault = {
      code: "parameter_invalid",
      param: "payment_method_data.card.holder_name",
      message: `x. ${longest}`,
    };
    const answer = { error: { ...fault, errors: Array.from({ length: 20 }, () => fault) } };
    expect(shownBody(JSON.stringify(answer)))
      .to.be.a("string")
      .and.contain(longest);
  });
});
