import { setImmediate as nextTurn } from "node:timers/promises";

it("has a rejection that nobody handles", async () => {
  void Promise.reject(new Error("nobody hears of it"));
  await nextTurn();
});
