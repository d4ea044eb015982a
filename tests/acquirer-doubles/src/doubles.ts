import { startAdyenDouble } from "./adyen/adyen-double.ts";
import { startCheckoutDouble } from "./checkout/index.ts";
import type { Double, DoubleOptions } from "./shared/double.ts";

/** What a double is told that runs as a program: the rest of an account's values is its own. */
export interface ProgramOptions extends DoubleOptions {
  /** Where webhooks go; they carry the double's own key. */
  readonly webhookUrl?: string;
  /** Whether it plays the acquirer's live side, where it says which one it is. */
  readonly live?: boolean;
}

/** Every double that there is, by the acquirer's name. */
export const DOUBLES: Readonly<Record<string, (options: ProgramOptions) => Promise<Double>>> = {
  checkout: startCheckoutDouble,
  adyen: startAdyenDouble,
};
