import type { Platform } from "./platform.ts";
import type { Stack } from "./stack.ts";
import type { Traffic } from "./merchants.ts";

export interface Drill {
  readonly platform: Platform;
  readonly stack: Stack;
  readonly traffic: Traffic;
}

/** Something that goes wrong in an installation, and what must be told of it and what must not. */
export interface Fault {
  readonly title: string;
  /** Alerts that wake somebody: these, each once, and no other. */
  readonly pages: readonly string[];
  /** Pages that come where the machine is slow: merchants are then concerned as well. */
  readonly mayPage?: readonly string[];
  /** Alerts that are a ticket, and no other but those it may make. */
  readonly tickets: readonly string[];
  /** Tickets that come where the fault lasts long enough or the machine is slow. */
  readonly mayTicket?: readonly string[];
  /** How long it may take until what should fire has fired; two minutes unless said. */
  readonly withinMs?: number;
  /** Lets it happen; answers how it is healed. */
  readonly inject: (drill: Drill) => Promise<() => Promise<void>>;
}
