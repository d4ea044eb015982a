import { expect } from "chai";
import * as fc from "fast-check";
import { readJson } from "../src/http/read-json.ts";
import { shownBody } from "../src/request-log/shown-body.ts";

const read = (text: string): unknown => readJson("application/json", Buffer.from(text));

describe("a number of a body that becomes an integer by rounding alone is no integer [D1-12]", () => {
  const ROUNDED = [
    "0.99999999999999999999",
    "4999.0000000000001",
    "-4999.0000000000001",
    "9007199254740991.4",
    "1.00000000000000001",
    "10000000000000000000001e-22",
    "4.9990000000000000001e3",
    "4.9990000000000000001E+3",
    "1e-400",
    "0.0001e-400",
  ];
  for (const number of ROUNDED)
    it(number, () => {
      expect(read(`{"amount":${number}}`)).to.deep.equal({ amount: Number.NaN });
      expect(read(`{"list" : [1,\n ${number}]}`)).to.deep.equal({ list: [1, Number.NaN] });
    });

  it("and one that is an integer however it is written is one", () => {
    const numbers = ["4999", "4999.0", "4.999e3", "4.999E+3", "49990e-1", "0.0", "-0.0e-7", "0e99", "1e3"];
    for (const number of numbers)
      expect(read(`{"amount":${number}}`), number).to.deep.equal({ amount: Number(number) });
  });

  it("and nothing else of a body changes, whatever it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value, text: '":1.5e' });
        expect(read(text)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("and a body with one that is nested deeper than functions may call each other is refused", () => {
    const nested = (number: string) =>
      `{"amount":${number},"list":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    expect(() => read(nested("4999.0000000000001")))
      .to.throw()
      .with.property("type", "request_body_invalid");
    expect(read(nested("4999.0"))).to.have.property("amount", 4999);
  });

  it("and the log of requests does not show what it would have been", () => {
    expect(shownBody('{"amount":4999.0000000000001}')).to.equal('{"amount":"[taken out]"}');
    expect(shownBody('{"amount":4999.0}')).to.equal('{"amount":4999}');
  });
});
