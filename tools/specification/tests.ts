import { testsOf } from "./rule.ts";

/*
 * The files that prove something of the specification, by short names for the rules.
 */

const gateway = (name: string) => testsOf(`services/api-gateway/test/${name}.test.ts`);
const page = (name: string) => testsOf(`libs/hosted-page/test/${name}.test.ts`);
const tools = (name: string) => testsOf(`services/command-line/test/${name}.test.ts`);
const payments = (name: string) => testsOf(`services/payments/test/${name}.test.ts`);
const e2e = (name: string) => testsOf(`tests/system/e2e/${name}.test.ts`);

/** Fields of requests. */
export const body = gateway("validate-request");
export const details = gateway("validate-details");
export const wallets = gateway("validate-wallets");
export const formats = testsOf("libs/runtime/test/formats.test.ts");

/** How a request goes. */
export const handling = gateway("request-order");
export const handlingEndToEnd = e2e("request-order");
export const sockets = gateway("sockets");
export const refusals = gateway("refusals");
export const refusalsEndToEnd = e2e("account-refusals");
export const gatewayEndToEnd = gateway("payments-end-to-end");
export const idempotent = gateway("idempotent");
export const fingerprint = gateway("request-fingerprint");
export const identity = gateway("payment-identity");
export const keyRecords = testsOf("services/idempotency/test/keys.test.ts");
export const unfinishedKeys = testsOf("services/idempotency/test/unfinished.test.ts");
export const unfinishedSweep = testsOf("services/reconciler/test/sweep-unfinished.test.ts");
export const oncePerKey = e2e("once-per-key");
export const browserReturn = gateway("browser-and-provider");

/** API keys, merchants, quotas. */
export const apiKeys = gateway("keys");
export const keyCache = gateway("key-cache");
export const quotaHeaders = gateway("quota-headers");
export const quota = gateway("quota");
export const control = gateway("control");
export const tool = tools("cli");
export const keysAndScope = e2e("keys-and-scope");

/** A Payment. */
export const creating = payments("create-payment");
export const reading = payments("get-payment");
export const lifecycle = payments("payment-lifecycle");
export const look = payments("look");
export const resume = payments("resume-payment");
export const lostRaces = payments("lost-races");
export const callbacks = payments("callbacks");
export const authentication = payments("complete-authentication");
export const amounts = e2e("amounts");
export const walletPayments = e2e("wallets");
export const lateMessages = e2e("late-messages");
export const crashes = e2e("crashes");
export const clock = e2e("reconciler");
export const providerTrouble = e2e("provider-trouble");
export const cardData = e2e("card-data");

/** Cards and the provider. */
export const brands = testsOf("libs/cards/test/brands.test.ts");
export const ownChecks = testsOf("libs/cards/test/expiry.test.ts");
export const checkDigit = testsOf("libs/cards/test/number.test.ts");
export const acquirerAmounts = testsOf("services/sandbox-acquirer/test/amounts.test.ts");
export const acquirerRequests = testsOf("libs/provider/test/sandbox-requests.test.ts");
export const challenge = testsOf("services/sandbox-acquirer/test/challenge.test.ts");
export const retries = testsOf("libs/provider/test/retries.test.ts");
export const breaker = testsOf("libs/provider/test/breaker.test.ts");

/** The published description, ids and logs. */
export const openApi = testsOf("libs/contracts/test/openapi.test.ts");
export const ids = testsOf("libs/runtime/test/ids.test.ts");
export const logs = testsOf("libs/runtime/test/logger.test.ts");
export const timeLadder = testsOf("tests/system/time-ladder.test.ts");

/** The hosted page: its Payments, its pages, and payers' browsers before them. */
const hosted = (name: string) => payments(`hosted/${name}`);
export const hostedBody = gateway("validate-hosted");
export const hostedCreate = gateway("hosted-payment");
export const hostedPayment = hosted("create-hosted-payment");
export const hostedForm = hosted("form-limits");
export const hostedChallenge = hosted("hosted-challenge");
export const hostedExpiry = hosted("hosted-expiry");
export const hostedPage = hosted("read-page");
export const hostedSubmit = hosted("submit-page");
export const hostedCrash = hosted("lapsed-submission");
export const pageStates = page("states");
export const servedPage = gateway("hosted-page");
export const pageSecurity = page("security");
export const pageSubmit = page("submit");
export const pageLanguages = page("languages");
export const pageToken = testsOf("libs/page-links/test/page-links.test.ts");
export const pageCard = page("card-check");
export const payerAddress = gateway("client-address");
export const pageReturn = page("return");
export const branding = gateway("branding");
export const brandingTool = tools("branding");
export const browserOnce = testsOf("tests/system/browser/once.test.ts");
export const browserOutcomes = testsOf("tests/system/browser/outcomes.test.ts");
export const browserWays = testsOf("tests/system/browser/ways.test.ts");

/** 3D Secure and what comes after. */
export const challenges = payments("three-d-secure");
export const challengesEndToEnd = e2e("three-d-secure");
export const toProvider = payments("browser-information");
export const lookSchedule = payments("look-schedule");
export const anyOrder = payments("payment-properties");

/** Lists. */
export const listQuery = gateway("payment-list-query");
export const listRoute = gateway("payment-list");
export const list = payments("list-payments");
export const listPaging = payments("list-paging");
export const listFollow = payments("list-follow");
export const listProvisional = payments("list-provisional");
export const listPlans = payments("list-plans");
export const searchTerm = payments("search-term");

/** Refunds. */
const refunds = (name: string) => testsOf(`services/refunds/test/${name}.test.ts`);
export const gatewayRefunds = gateway("refunds");
export const refundBody = gateway("refund-body");
export const refundMoney = payments("refunds");
export const refundCreating = refunds("create-refund");
export const refundCreatingAgain = refunds("create-refund-again");
export const refundLifecycle = refunds("refund-lifecycle");
export const refundLook = refunds("look");
export const refundTold = refunds("told-as-shown");
export const refundList = refunds("list-refunds");
export const refundFollow = refunds("list-follow");
export const refundCrashes = refunds("crashes");
export const refundsAnyOrder = refunds("refund-properties");
export const refundAmounts = e2e("refunds");
export const refundCurrencies = e2e("refunds-currencies");

/** Payouts. */
const payouts = (name: string) => testsOf(`services/payouts/test/${name}.test.ts`);
export const gatewayPayouts = gateway("payouts");
export const payoutBody = gateway("payout-body");
export const payoutCreating = payouts("create-payout");
export const payoutLifecycle = payouts("payout-lifecycle");
export const payoutLook = payouts("look");
export const payoutResume = payouts("resume-payout");
export const payoutList = payouts("list-payouts");
export const payoutFollow = payouts("list-follow");
export const payoutListModel = payouts("list-model");
export const payoutListAmounts = payouts("list-amounts");
export const payoutTotals = payouts("totals");
export const payoutAmounts = e2e("payouts");

/** Events and webhooks. */
const notifier = (name: string) => testsOf(`services/notifier/test/${name}.test.ts`);
export const gatewayEvents = gateway("events");
export const gatewayEndpoints = gateway("webhook-endpoints");
export const webhookTool = tools("webhook-cli");
export const relay = testsOf("libs/engine/test/relay.test.ts");
export const relayModel = testsOf("libs/engine/test/relay-model.test.ts");
export const relayRefusals = testsOf("libs/engine/test/relay-refusals.test.ts");
export const paymentEvents = payments("relay-events");
export const refundEvents = refunds("relay-events");
export const payoutEvents = payouts("relay-events");
export const notifierEvents = notifier("list-events");
export const eventOrder = notifier("follow-events");
export const eventStore = notifier("events");
export const webhookEndpoints = notifier("endpoints");
export const webhookDelivery = notifier("deliveries");
export const webhookQueues = notifier("queues");
export const webhookCrashes = notifier("killed");
export const tenThousandEvents = notifier("ten-thousand");
export const eventsLeave = e2e("events-leave");
export const eventTypes = testsOf("libs/contracts/test/event-types.test.ts");
export const webhookRetries = notifier("retry-schedule");
export const webhookSignatures = notifier("signatures");
export const webhookAddresses = notifier("guard");
export const webhookPace = notifier("pace");
export const webhookSecrets = notifier("secret-box");
export const webhooksEndToEnd = e2e("webhooks");
export const webhookSamples = e2e("webhook-samples");
export const webhookGarbage = e2e("webhook-samples-garbage");
export const payoutProperties = payouts("payout-properties");
export const payoutCrashes = e2e("payouts-crashes");
export const payoutStops = e2e("payouts-stopped");
export const payoutCardData = e2e("payout-card-data");
