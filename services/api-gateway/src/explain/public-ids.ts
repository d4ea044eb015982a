import { isId, type IdKind } from "@flowlix/contracts";

const KINDS = ["payment", "refund", "payout", "event", "webhook_endpoint", "webhook_delivery"] as const;

/** The kind of a merchant's object that has this id. */
export const publicKindOf = (text: unknown): IdKind | undefined => KINDS.find((kind) => isId(kind, text));

/** Whether it is the id of something that merchants have, which they may see. */
export const isPublicId = (text: string): boolean => publicKindOf(text) !== undefined;
