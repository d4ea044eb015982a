import { expect } from "chai";
import { scrubLine, withContext } from "@flowlix/runtime";
import { recordingLogger } from "./support.ts";

const CARD = "4242424242424242";
const MASKED: readonly (readonly [what: string, given: unknown])[] = [
  ["a number in a text", { note: `card ${CARD} refused` }],
  ["a number in groups", { note: "4242 4242 4242 4242" }],
  ["a number with dashes", { note: "4242-4242-4242-4242" }],
  ["a number of 12 digits", { note: "424242424242" }],
  ["a number of 19 digits", { note: "6304000000000000000" }],
  ["a number as a JSON number", { value: 4242424242424242 }],
  ["a number deep inside", { a: [{ b: { c: CARD } }] }],
  ["a number in an array of numbers", { a: [1, 4242424242424242] }],
  ["a number as a key", { [CARD]: true }],
  ["a number with its CVC", { note: `${CARD} 987` }],
  ["a number with its expiry", { note: `${CARD} 12 2034` }],
  ["a number after another", { note: `ref 12 ${CARD}` }],
  ["a number in a run of more than 19 digits", { note: `0000${CARD}1111` }],
  ["a number with its CVC in an error", { err: new Error(`no such card:\n${CARD} 987`) }],
  [
    "an API key in a text",
    { note: "key api_test_sk_hunter2aaaaaaaaaaaaaaaaaaaaaaaaa of api_live_sk_hunter2" },
  ],
  ["a card field", { card: { number: "1234", cvc: "987", holder_name: "JANE DOE" } }],
  ["a CVC as a JSON number", { cvc: 987 }],
  ["a card field in a text of JSON", { body: JSON.stringify({ cvc: "987", holder_name: "JANE DOE" }) }],
  ["an authorization header", { headers: { authorization: "Bearer sk_live_hunter2" } }],
  ["a bearer token in a text", { note: "sent Bearer sk_live_hunter2 along" }],
  ["an API key", { "x-api-key": "hunter2", apiKey: "hunter2" }],
  ["a password in a URL", { url: "postgres://payments:hunter2@db:5432/flowlix" }],
  ["an error's message and stack", { err: new Error(`no such card: ${CARD}`) }],
  ["the cause of an error", { err: new Error("outer", { cause: new Error(CARD) }) }],
  ["other properties of an error", { err: Object.assign(new Error("x"), { params: { pin: "hunter2" } }) }],
];
const SECRETS = /4242[ -]?4242[ -]?4242|6304000000000000000|987|JANE|hunter2/;

/** The line without its time, whose digits may be any. */
const untimed = (line: string | undefined): string => (line ?? "").replace(/"ts":"[^"]*",/, "");

describe("log lines", () => {
  for (const [what, given] of MASKED) {
    it(`do not show ${what} [AUTH-5]`, () => {
      const { logger, lines } = recordingLogger();
      logger.info(given, "said");
      expect(lines).to.have.length(1);
      expect(untimed(lines[0])).not.to.match(SECRETS);
      expect(JSON.parse(lines[0] ?? "")).to.include({ level: "info", msg: "said" });
    });
  }

  it("do not show a number in the message or in a child's fields [AUTH-5]", () => {
    const { logger, lines } = recordingLogger();
    logger.child({ note: CARD }).warn(`card ${CARD}`);
    expect(untimed(lines[0])).not.to.match(SECRETS);
  });

  it("stay JSON with any part of them masked", () => {
    const line = `{"a":4242424242424242,"b":-4242424242424242,"c":["${CARD} 987"],"d":1e21}`;
    expect(scrubLine(line)).to.equal(
      '{"a":9999999999999999,"b":-9999999999999999,"c":["**************** ***"],"d":1e21}',
    );
  });

  it("keep what only looks like a number", () => {
    const line = JSON.stringify({
      migration: "OrdersAndBook1763740000002 of 1763740000009",
      share: [0.4242424242424242],
      id: "pay_0VbcxXMq6VgwyLIYw2KoKUuh",
      at: 1795275600000,
      start_before: 1795275600009,
      amount: 123456789,
      none: "1111111111111111",
      long: "1".repeat(25),
    });
    expect(scrubLine(line)).to.equal(line);
  });

  for (const [what, part] of Object.entries({
    digits: "1".repeat(1e5),
    "digits of no card": "9".repeat(1e5),
    "digits and spaces": "1 ".repeat(5e4),
    quotes: '\\"'.repeat(5e4),
    backslashes: `${"\\".repeat(1e5)}":"`,
    "an open secret": `"password":"${"\\".repeat(1e5)}`,
    letters: `${"a".repeat(1e5)} ://`,
    schemes: "a://".repeat(3e4),
  })) {
    it(`are written in time however many ${what} they hold`, () => {
      expect(scrubLine(part)).to.be.a("string");
    });
  }

  it("carry who wrote them, when and at what level", () => {
    const { logger, lines } = recordingLogger();
    logger.error("oh");
    const line: unknown = JSON.parse(lines[0] ?? "");
    expect(line).to.have.all.keys("ts", "level", "service", "instance", "msg");
    expect(line).to.include({ level: "error", service: "test", instance: "one", msg: "oh" });
  });

  it("carry the request id of the call they were written in, and none outside of one", async () => {
    const { logger, lines } = recordingLogger();
    await withContext({ requestId: "req_1" }, async () => {
      await Promise.resolve();
      logger.info("inside");
    });
    logger.info("outside");
    expect(lines.map((line) => line.includes('"request_id":"req_1"'))).to.deep.equal([true, false]);
  });
});
