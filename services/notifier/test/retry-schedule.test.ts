import { expect } from "chai";
import { GIVE_UP_MS, pauseMs } from "../src/deliveries/retry-schedule.ts";
import { retryAfterMs } from "../src/sending/retry-after.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SCHEDULE = [
  10_000,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
];
const failed = (changes: Partial<Parameters<typeof pauseMs>[0]>) =>
  pauseMs({ attempts: 1, ageMs: 0, retryAfterMs: null, random: 0.5, ...changes });

describe("the schedule of retries", () => {
  it("is 10 s, 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, then every 12 h [D9-20]", () => {
    expect(SCHEDULE.map((_, index) => failed({ attempts: index + 1 }))).to.deep.equal(SCHEDULE);
    expect(failed({ attempts: 1_000 })).to.equal(12 * HOUR);
  });

  it("varies by a tenth in both directions [D9-20]", () => {
    expect([failed({ random: 0 }), failed({ random: 1 })]).to.deep.equal([9_000, 11_000]);
  });

  it("ends 72 hours after the delivery began: a dozen tries in all [D9-20]", () => {
    for (const random of [0, 0.5, 1]) {
      let ageMs = 0;
      let attempts = 1;
      for (let pause = failed({ random }); pause !== null; pause = failed({ attempts, ageMs, random })) {
        ageMs += pause;
        attempts += 1;
      }
      expect(ageMs)
        .to.be.greaterThan(GIVE_UP_MS - 13.2 * HOUR)
        .and.at.most(GIVE_UP_MS);
      expect(attempts).to.be.within(12, 14);
    }
  });

  it("waits longer where the receiver asks for it, never shorter, and not beyond its end [D9-20]", () => {
    expect(failed({ retryAfterMs: 30_000 })).to.equal(30_000);
    expect(failed({ retryAfterMs: 0 })).to.equal(10_000);
    expect(failed({ attempts: 5, retryAfterMs: 1_000 })).to.equal(HOUR);
    expect(failed({ ageMs: 71 * HOUR, retryAfterMs: 2 * HOUR })).to.equal(null);
  });
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  for (const [header, ms] of [
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["999999999", 12 * HOUR],
    ["Sat, 21 Nov 2026 12:05:00 GMT", 5 * MINUTE],
    ["Saturday, 21-Nov-26 12:05:00 GMT", 5 * MINUTE],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["Fri, 01 Jan 2100 00:00:00 GMT", 12 * HOUR],
    ["-5", null],
    ["1.5", null],
    ["2027", 2_027_000],
    ["soon", null],
    ["", null],
    ["12345678901234567890", null],
  ] as const)
    it(`of ${JSON.stringify(header)} is ${ms === null ? "none" : `${ms} ms`}`, () => {
      for (const status of [429, 503]) expect(retryAfterMs(status, header, now)).to.equal(ms);
    });

  it("counts with 429 and 503 alone", () => {
    for (const status of [200, 301, 400, 404, 500, 502])
      expect(retryAfterMs(status, "60", now)).to.equal(null);
    expect(retryAfterMs(503, undefined, now)).to.equal(null);
  });
});
