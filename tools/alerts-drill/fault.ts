import type { Children } from "../../loadtests/bench/children.ts";
import type { Platform } from "./platform.ts";
import type { Stack } from "./stack.ts";
import type { Traffic } from "./merchants.ts";

export interface Drill {
  readonly children: Children;
  readonly platform: Platform;
  readonly stack: Stack;
  readonly traffic: Traffic;
}

/** Something that goes wrong in an installation, the alerts that it must raise, and those that it must not. */
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
  /**
   * What a runbook of these alerts says to do, word for word: that is how it is healed. Absent where nobody is paged.
   */
  readonly advice?: string;
  /** What it cannot happen without and this machine lacks. */
  readonly lacks?: () => string | undefined;
  /** Lets it happen; answers how it is healed. */
  readonly inject: (drill: Drill) => Promise<() => Promise<void>>;
}
