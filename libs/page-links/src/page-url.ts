import type { PageTokens } from "./page-tokens.ts";

/** Stands in a URL where its token belongs, wherever it is kept. */
const PLACEHOLDER = /\/\{page_token:([A-Za-z0-9_-]{1,64})\}$/;
const MARK = "{page_token:";

/** The path of a Payment's page under PUBLIC_URL. */
export const pagePath = (paymentId: string, token: string): string => `/pay/${paymentId}/${token}`;

/** A hosted Payment's URL as its owner keeps it: with the id of a key in the place of the token. */
export const keptPageUrl = (publicUrl: string, paymentId: string, keyId: string): string =>
  `${publicUrl}${pagePath(paymentId, `${MARK}${keyId}}`)}`;

/** Whether there may be a token to put into this JSON text; cheap, for texts that mostly have none. */
export const mayHoldPageUrl = (json: string): boolean => json.includes(MARK);

/** A Payment as merchants see it. Takes what came from an owner or was stored; never changes it in place. */
export type PageUrlFiller = (payment: unknown) => unknown;

/**
 * Puts the token into `next_action.redirect_url` of a Payment that waits for its hosted page, and
 * nowhere else: what a merchant wrote may look like a placeholder and is left alone.
 */
export function createPageUrlFiller(tokens: Pick<PageTokens, "tokenFor">): PageUrlFiller {
  return (payment) => {
    if (!isRecord(payment) || !isRecord(payment["next_action"])) return payment;
    const { id, next_action: action } = payment;
    const { reason, redirect_url: url } = action;
    if (reason !== "hosted_payment_page" || typeof url !== "string" || typeof id !== "string") return payment;
    const filled = url.replace(PLACEHOLDER, (_, keyId: string) => `/${tokens.tokenFor(id, keyId)}`);
    return { ...payment, next_action: { ...action, redirect_url: filled } };
  };
}

/** The same for an event: of its `data.payment`, where it has one. */
export function createEventFiller(fillPayment: PageUrlFiller): (event: unknown) => unknown {
  return (event) => {
    if (!isRecord(event) || !isRecord(event["data"]) || !("payment" in event["data"])) return event;
    const { data } = event;
    return { ...event, data: { ...data, payment: fillPayment(data["payment"]) } };
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
