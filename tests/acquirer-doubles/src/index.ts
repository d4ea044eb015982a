export { createBook, type Book, type BookLine } from "./shared/book.ts";
export type { Double, DoubleAccount, DoubleOptions } from "./shared/double.ts";
export { createDoubleClock, type DoubleClock } from "./shared/double-clock.ts";
export {
  createFaults,
  type Fault,
  type FaultMatch,
  type Faults,
  type PlannedFault,
} from "./shared/faults.ts";
export { startDoubleServer, type DoubleServer } from "./shared/http-server.ts";
export type { DoubleAnswer, DoubleHandler, DoubleRequest } from "./shared/messages.ts";
export { createWebhooks, type Webhook, type Webhooks } from "./shared/webhooks.ts";
export { startAdyenDouble, type AdyenDouble } from "./adyen/adyen-double.ts";
export { CHALLENGED_CARD, type AdyenDoubleOptions, type ChosenOutcome } from "./adyen/options.ts";
export { startCheckoutDouble, type CheckoutDouble, type CheckoutDoubleOptions } from "./checkout/index.ts";
export { DOUBLES } from "./doubles.ts";
export { makeLiveMerchant, type LiveMerchant } from "./start/live-merchant.ts";
