import type { Loop } from "@flowlix/runtime";

/** A loop whose turns nobody watches. */
export const quietLoop: Loop = { turn: (run) => run() };
