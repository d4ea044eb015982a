import type { Loop } from "@flowlix/runtime";

/** A loop whose runs nobody watches. */
export const quietLoop: Loop = { run: (work) => work() };
