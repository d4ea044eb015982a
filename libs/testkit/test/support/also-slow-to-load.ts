import { setTimeout as pause } from "node:timers/promises";

/** A file of its own, so that a process that has run one takes it as the next. */
await pause(1_000);

it("runs after that, too", () => undefined);
