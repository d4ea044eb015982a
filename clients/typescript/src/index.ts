export { Flowlix } from "./client.ts";
export {
  ApiError,
  isFlowlixError,
  NoAnswerError,
  WebhookError,
  type Fault,
  type FlowlixError,
  type NoAnswerCode,
  type WebhookErrorCode,
} from "./errors.ts";
export type { ClientOptions } from "./settings.ts";
export type { CallOptions, CreateOptions } from "./transport.ts";
export type * from "./types.ts";
export { VERSION } from "./version.ts";
export type { WaitOptions } from "./wait.ts";
export { verifyWebhook, type WebhookDelivered, type WebhookHeaders } from "./webhooks.ts";
