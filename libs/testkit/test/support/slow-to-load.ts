import { setTimeout as pause } from "node:timers/promises";

/** While it loads, what the other file left behind fails. */
await pause(1_000);

it("runs after that", () => undefined);
