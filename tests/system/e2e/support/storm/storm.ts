import type { Platform } from "../platform.ts";
import type { Acquirers } from "./acquirers.ts";
import type { Draw } from "./draw.ts";
import type { Merchant } from "./merchant.ts";
import type { Payers } from "./payer.ts";

/** All that a storm is about. */
export interface Storm {
  readonly platform: Platform;
  readonly acquirers: Acquirers;
  readonly merchant: Merchant;
  readonly payers: Payers;
  readonly draw: Draw;
  readonly livemode: boolean;
}

/** Lets time pass here and at the acquirers, whose reports name days. */
export async function pass({ platform, acquirers }: Storm, ms: number): Promise<void> {
  acquirers.advance(ms);
  await platform.passTime(ms);
}
