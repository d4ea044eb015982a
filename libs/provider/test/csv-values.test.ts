import { expect } from "chai";
import * as fc from "fast-check";
import { createLocalClock } from "../src/csv/local-time.ts";
import { minorUnitsOfDecimal } from "../src/csv/decimal-amount.ts";

describe("a decimal amount of a report", () => {
  const table: readonly (readonly [text: string, currency: string, minorUnits: number | null])[] = [
    ["1.15", "EUR", 115],
    ["0.29", "EUR", 29],
    ["10", "EUR", 1_000],
    ["10.", "EUR", 1_000],
    ["10.5", "EUR", 1_050],
    ["-10.50", "EUR", -1_050],
    ["-0.00", "EUR", 0],
    ["10.500000", "EUR", 1_050],
    ["10.501", "EUR", null],
    ["10", "JPY", 10],
    ["10.00", "JPY", 10],
    ["10.50", "JPY", null],
    ["1.234", "KWD", 1_234],
    ["1.2345", "KWD", null],
    ["1,000.00", "EUR", null],
    ["1.000,00", "EUR", null],
    ["+1.00", "EUR", null],
    ["1e3", "EUR", null],
    [" 1.00", "EUR", null],
    ["", "EUR", null],
    [".5", "EUR", null],
    ["1.00", "XXY", null],
    ["1.00", "eur", null],
    ["999999999999999.00", "EUR", null],
  ];
  for (const [text, currency, minorUnits] of table)
    it(`${JSON.stringify(text)} ${currency} is ${minorUnits === null ? "none" : `${minorUnits} minor units`}`, () => {
      expect(minorUnitsOfDecimal(text, currency)).to.equal(minorUnits);
    });

  it("is exact for every amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 46 }), (units) => {
        const digits = String(units).padStart(3, "0");
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(minorUnitsOfDecimal(text, "EUR")).to.equal(units);
      }),
    );
  });
});

describe("a local time of a report", () => {
  const table: readonly (readonly [zone: string, text: string, utc: string | null])[] = [
    ["UTC", "2026-03-29 14:05:09", "2026-03-29T14:05:09.000Z"],
    ["UTC", "2026-03-29T14:05:09.123456", "2026-03-29T14:05:09.123Z"],
    ["UTC", "2026-03-29 14:05", "2026-03-29T14:05:00.000Z"],
    ["UTC", "2026-03-29", "2026-03-29T00:00:00.000Z"],
    ["Europe/Amsterdam", "2026-01-15 12:00:00", "2026-01-15T11:00:00.000Z"],
    ["Europe/Amsterdam", "2026-07-15 12:00:00", "2026-07-15T10:00:00.000Z"],
    ["Europe/Amsterdam", "2026-03-29 01:59:59", "2026-03-29T00:59:59.000Z"],
    ["Europe/Amsterdam", "2026-03-29 03:00:00", "2026-03-29T01:00:00.000Z"],
    // Left out by the clock.
    ["Europe/Amsterdam", "2026-03-29 02:30:00", "2026-03-29T01:30:00.000Z"],
    // Shown twice.
    ["Europe/Amsterdam", "2026-10-25 02:30:00", "2026-10-25T00:30:00.000Z"],
    ["Europe/Amsterdam", "2026-10-25 03:00:00", "2026-10-25T02:00:00.000Z"],
    ["America/Los_Angeles", "2026-11-01 01:30:00", "2026-11-01T08:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-01-15 12:00:00", "2026-01-15T01:00:00.000Z"],
    ["Asia/Kathmandu", "2026-01-15 12:00:00", "2026-01-15T06:15:00.000Z"],
    ["Pacific/Kiritimati", "2026-01-15 00:30:00", "2026-01-14T10:30:00.000Z"],
    ["UTC", "2026-02-30 00:00:00", null],
    ["UTC", "2026-03-29 24:00:00", null],
    ["UTC", "2026-03-29 14:05:09 CET", null],
    ["UTC", "29-03-2026 14:05:09", null],
    ["UTC", "", null],
  ];
  for (const [zone, text, utc] of table)
    it(`${JSON.stringify(text)} of ${zone} is ${utc ?? "none"}`, () => {
      const atMs = createLocalClock(zone).toMs(text);
      expect(atMs === null ? null : new Date(atMs).toISOString()).to.equal(utc);
    });

  it("has the day of its place", () => {
    const at = Date.parse("2026-03-29T22:30:00Z");
    expect(createLocalClock("Europe/Amsterdam").dayOf(at)).to.equal("2026-03-30");
    expect(createLocalClock("UTC").dayOf(at)).to.equal("2026-03-29");
  });

  it("of a place that nobody knows is refused", () => {
    expect(() => createLocalClock("Europe/Nowhere")).to.throw(RangeError);
  });
});
