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
export { OUTCOMES, outcomeFor, PAYMENT_ID, type Outcome, type TestRequest } from "./outcomes.ts";
export type { ServiceState } from "./service-state.ts";
export { storyPart, type Story } from "./timeline.ts";
