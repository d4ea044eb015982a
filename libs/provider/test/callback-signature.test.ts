import { createHmac } from "node:crypto";
import { expect } from "chai";
import { createSandboxCallbackVerifier } from "../src/index.ts";

const SECRET = "callback-secret";
const NOW_S = 1_763_740_000;
const verify = createSandboxCallbackVerifier(SECRET, () => NOW_S);
const BODY = Buffer.from(
  JSON.stringify({
    callback_id: "cb_1",
    reference: "pay_1",
    kind: "order",
    state: "succeeded",
    at: NOW_S,
    more: 1,
  }),
);

const mac = (body: Buffer, t = NOW_S, secret = SECRET): string =>
  createHmac("sha256", secret)
    .update(`${t}.${body.toString("utf8")}`)
    .digest("hex");
const signed = (body: Buffer, t = NOW_S, secret = SECRET) => ({
  "acquirer-signature": `t=${t},v1=${mac(body, t, secret)}`,
});

describe("a callback of the sandbox acquirer", () => {
  it("is taken when its signature over the raw body holds", () => {
    expect(verify(signed(BODY), BODY)).to.deep.equal([
      { callbackId: "cb_1", kind: "order", reference: "pay_1", claimedState: "succeeded", at: NOW_S },
    ]);
  });

  for (const kind of ["refund", "payout"]) {
    it(`says that it is about a ${kind}`, () => {
      const body = Buffer.from(BODY.toString("utf8").replace('"order"', `"${kind}"`));
      expect(verify(signed(body), body)?.[0]).to.include({ kind, reference: "pay_1" });
    });
  }

  for (const age of [-300, 300]) {
    it(`is taken ${age} s from now`, () => {
      expect(verify(signed(BODY, NOW_S + age), BODY)).not.to.equal(null);
    });
  }
  for (const age of [-301, 301]) {
    it(`is refused ${age} s from now`, () => {
      expect(verify(signed(BODY, NOW_S + age), BODY)).to.equal(null);
    });
  }

  it("is taken with a second signature, as while the secret changes", () => {
    const header = `t=${NOW_S},v1=${mac(BODY, NOW_S, "other")},v1=${mac(BODY)}`;
    expect(verify({ "acquirer-signature": header }, BODY)).not.to.equal(null);
  });

  for (const name of ["callback_id", "reference", "state"])
    for (const [what, text] of [
      ["U+0000", "a\u0000b"],
      ["half a character", "a\ud83d"],
      ["a line's end", "a\n"],
    ] as const)
      it(`is refused although it is signed with ${what} in ${name}, which no database could hold or no line show`, () => {
        const body = Buffer.from(JSON.stringify({ ...JSON.parse(BODY.toString("utf8")), [name]: text }));
        expect(verify(signed(body), body)).to.equal(null);
      });

  const refused: readonly (readonly [name: string, header: string | string[] | undefined])[] = [
    ["without a signature", undefined],
    ["with an empty signature", ""],
    ["with two headers", [`t=${NOW_S},v1=${mac(BODY)}`, `t=${NOW_S},v1=${mac(BODY)}`]],
    ["without a time", `v1=${mac(BODY)}`],
    ["with two times", `t=${NOW_S},t=${NOW_S},v1=${mac(BODY)}`],
    ["with a time that was not signed", `t=${NOW_S + 1},v1=${mac(BODY)}`],
    ["with a time that is no number", `t=now,v1=${mac(BODY)}`],
    ["with the signature of another secret", signed(BODY, NOW_S, "other")["acquirer-signature"]],
    ["with half a signature", `t=${NOW_S},v1=${mac(BODY).slice(0, 32)}`],
    ["with a signature in capitals", `t=${NOW_S},v1=${mac(BODY).toUpperCase()}`],
    ["with a signature of another scheme", `t=${NOW_S},v0=${mac(BODY)}`],
    ["with hundreds of signatures", `t=${NOW_S},${`v1=${mac(BODY)},`.repeat(300)}`],
  ];
  for (const [name, header] of refused) {
    it(`is refused ${name}`, () => {
      expect(verify({ "acquirer-signature": header }, BODY)).to.equal(null);
    });
  }

  it("is refused when a byte of its body is another", () => {
    const other = Buffer.from(BODY.toString("utf8").replace("succeeded", "succeedee"));
    expect(verify(signed(BODY), other)).to.equal(null);
  });

  for (const body of [
    "",
    "{",
    "[]",
    '{"callback_id":"cb_1"}',
    BODY.toString("utf8").replace('"order"', '"other"'),
  ]) {
    it(`is refused when its signed body is ${JSON.stringify(body.slice(0, 24))}`, () => {
      const raw = Buffer.from(body);
      expect(verify(signed(raw), raw)).to.equal(null);
    });
  }

  it("needs a secret", () => {
    expect(() => createSandboxCallbackVerifier("")).to.throw("must not be empty");
  });
});
