import { createHash } from "node:crypto";
import type { ProviderCallback, VerifyCallbacks } from "../adapter.ts";
import { REFUSED_REQUEST, type CallbackKind } from "../evidence.ts";
import { parseJson } from "../http/parse-json.ts";
import { isSignedBy, signedTextOf } from "./item-signature.ts";
import type { AdyenSettings } from "./settings.ts";
import { evidenceOf } from "./signed-facts.ts";
import { wireShapes, type WireItem } from "./wire.ts";

/** Of balance platform webhooks, which are signed as a whole. */
const BODY_SIGNATURE_HEADER = "hmacsignature";

/** The events that say something of what is ours; every other one is taken and left. */
const KINDS: ReadonlyMap<string, CallbackKind> = new Map([
  ["AUTHORISATION", "order"],
  ["CAPTURE", "order"],
  ["CAPTURE_FAILED", "order"],
  ["CANCELLATION", "order"],
  ["TECHNICAL_CANCEL", "order"],
  ["CANCEL_OR_REFUND", "order"],
  ["REFUND", "refund"],
  ["REFUND_FAILED", "refund"],
  ["REFUNDED_REVERSED", "refund"],
]);

/** What we ask for again after a refusal, which changes nothing of the payment. */
const OUR_REQUESTS: ReadonlySet<string> = new Set(["TECHNICAL_CANCEL", "CANCEL_OR_REFUND"]);

/** What a reference of ours can be as long as; a longer one is another shop's. */
const REFERENCE_LENGTH_MAX = 64;

type CallbackSettings = Pick<
  AdyenSettings,
  "merchant_account" | "hmac_key" | "next_hmac_key" | "transfers_hmac_key" | "balance_account"
>;

export interface CallbackVerifierOptions {
  readonly settings: CallbackSettings;
  /** Absent: webhooks of either mode are taken. Those of the other one are signed with another key anyway. */
  readonly livemode?: boolean;
  /** Unix seconds; tests give their own. */
  readonly nowS?: () => number;
}

/**
 * Verifies Adyen's webhooks: the standard one item by item, all or none, and those of the balance platform by their raw
 * body. No time is signed, so that an old one cannot be told: what is read of it is what it signed, and a duplicate has
 * the callback id of the first (docs/acquirers/adyen.md#webhooks).
 */
export function createAdyenCallbackVerifier({
  settings,
  livemode,
  nowS = () => Math.floor(Date.now() / 1_000),
}: CallbackVerifierOptions): VerifyCallbacks {
  const shapes = wireShapes();
  const { hmac_key, next_hmac_key, transfers_hmac_key, merchant_account, balance_account } = settings;
  const isOfMode = (isLive: boolean): boolean => livemode === undefined || isLive === livemode;
  const keys = [hmac_key, ...(next_hmac_key === undefined ? [] : [next_hmac_key])];

  function ofItems(body: unknown): readonly ProviderCallback[] | null {
    if (!shapes.isNotification(body) || !isOfMode(body.live === "true")) return null;
    const items = body.notificationItems.map(({ NotificationRequestItem: item }) => item);
    const isSigned = (item: WireItem) =>
      isSignedBy(keys, signedTextOf(item), item.additionalData.hmacSignature);
    if (!items.every(isSigned)) return null;
    return items
      .filter((item) => item.merchantAccountCode === merchant_account && isOne(item))
      .flatMap((item) => callbackOf(item, nowS()));
  }

  function ofTransfer(signature: string, rawBody: Buffer): readonly ProviderCallback[] | null {
    if (transfers_hmac_key === undefined || !isSignedBy([transfers_hmac_key], rawBody, signature))
      return null;
    const body = parseJson(rawBody.toString("utf8"));
    if (!shapes.isTransferNotification(body) || !isOfMode(body.environment === "live")) return null;
    const { reference, status, category, eventId, balanceAccount } = body.data;
    const isOurs = category === "card" && balanceAccount?.id === balance_account;
    if (reference === undefined || reference.length > REFERENCE_LENGTH_MAX || !isOurs) return [];
    const callbackId = eventId ?? createHash("sha256").update(rawBody).digest("base64url");
    return [{ callbackId, kind: "payout", reference, claimedState: status, at: nowS() }];
  }

  return (headers, rawBody) => {
    const signature = headers[BODY_SIGNATURE_HEADER];
    if (typeof signature === "string") return ofTransfer(signature, rawBody);
    return signature === undefined ? ofItems(parseJson(rawBody.toString("utf8"))) : null;
  };
}

/**
 * The signed parts are joined by colons: an item with one in a part could be read in two ways, and none of ours has.
 */
const isOne = (item: WireItem): boolean => signedTextOf(item).split(":").length === 8;

function callbackOf(item: WireItem, at: number): readonly ProviderCallback[] {
  const { pspReference, eventCode, success, merchantReference: reference } = item;
  const kind = KINDS.get(eventCode);
  if (kind === undefined || reference === "" || reference.length > REFERENCE_LENGTH_MAX) return [];
  const callbackId = `${pspReference}.${eventCode}.${success}`;
  const isRefusedRequest = OUR_REQUESTS.has(eventCode) && success === "false";
  const claimedState = isRefusedRequest ? `${REFUSED_REQUEST}${eventCode}` : `${eventCode}.${success}`;
  return [{ callbackId, kind, reference, claimedState, at, evidence: evidenceOf(item) }];
}
