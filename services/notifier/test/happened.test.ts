import { expect } from "chai";
import { happenedMs } from "../src/events/place.ts";

const SECOND = 1_763_740_000;
const eventOf = (created_at_ms: number, shown = `"created_at":${SECOND}`) => ({
  created_at_ms,
  payload: `{"id":"evt_1","type":"payment.succeeded",${shown},"livemode":false}`,
});

describe("when an event happened", () => {
  for (const [what, given, happened] of [
    ["as recorded, within the second that it shows", eventOf(SECOND * 1_000 + 123), SECOND * 1_000 + 123],
    [
      "at the second's end, where it was recorded later",
      eventOf(SECOND * 1_000 + 1_700),
      SECOND * 1_000 + 999,
    ],
    ["at the second's beginning, where it was recorded before", eventOf(SECOND * 1_000 - 5), SECOND * 1_000],
    ["as recorded, where it shows no second", eventOf(5, '"amount":1'), 5],
    ["as recorded, where what it shows is no second", eventOf(5, '"created_at":123456789012'), 5],
  ] as const)
    it(`is ${what}`, () => {
      expect(happenedMs(given)).to.equal(happened);
    });
});
