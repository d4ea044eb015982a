export { assetAnswer } from "./assets.ts";
export { resendLabel } from "./deliveries.ts";
export { MERCHANT_ROOM, OPERATOR_ROOM, workbenchPage, type Room } from "./document.ts";
export {
  eventsPart,
  objectsPart,
  refundsPart,
  requestPart,
  requestsPart,
  tryPart,
  webhookPart,
  webhooksPart,
} from "./merchant-parts.ts";
export {
  auditPart,
  exceptionsPart,
  operatorActs,
  overviewPart,
  queuesPart,
  type ServiceState,
} from "./operator-parts.ts";
export { OUTCOMES, outcomeFor, PAYMENT_ID, type Outcome, type TestRequest } from "./outcomes.ts";
export { storyPart, type Story } from "./timeline.ts";
