export {
  accountCheckPart,
  accountPart,
  accountsPart,
  type CheckedAccount,
  type ShownAccount,
} from "./account-parts.ts";
export { assetAnswer } from "./assets.ts";
export { resendLabel } from "./deliveries.ts";
export { MERCHANT_WORKBENCH, OPERATOR_WORKBENCH, workbenchPage, type Workbench } from "./document.ts";
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
export { auditPart, exceptionsPart, operatorActs, overviewPart, queuesPart } from "./operator-parts.ts";
export { OUTCOMES, outcomeFor, type Outcome } from "./outcomes.ts";
export { bodyIn, PAYMENT_ID, type TestRequest } from "./test-request.ts";
export type { ServiceState } from "./service-state.ts";
export { storyPart, type Story } from "./timeline.ts";
