import type { AbsentFinality, OrderRef } from "@flowlix/provider";
import { isUnread, pauseMs } from "../status-sync/unread.ts";
import { insteadOf } from "./route.ts";

/** The move that ends an object sets it due so long after, where its first account executed nothing. */
const VERIFY_AFTER_MS = 60_000;

/**
 * After how long an object that has ended is due once more, because an account said of its first order that it had
 * executed nothing; null where there was no such account (docs/decisions/0105-a-second-account.md).
 */
export const verifyFirstInMs = ({ route }: { readonly route: string | null }): number | null =>
  insteadOf(route) === null ? null : VERIFY_AFTER_MS;

/** What the first account has just said of an order that it had not executed. */
export interface FirstOrder extends Pick<OrderRef, "submittedBetween"> {
  readonly outcome: { readonly kind: string; readonly contradicts?: unknown };
  readonly finality: AbsentFinality;
  /** When its object ended, in Unix milliseconds; null while it is open: its end sets the question anew. */
  readonly endedAtMs: number | null;
  /** When it was asked, by the database's clock in Unix milliseconds. */
  readonly askedAtMs: number;
  /** How often its object has been synced since its last move. */
  readonly syncCount: number;
}

/**
 * After how long the first account is asked again; null where what it said stands. What it works on may be executed
 * yet. What it does not list may have been, as long as its adapter says that an absence is no proof. A question that
 * comes sooner than the one that the end set due, as with a callback, is not the last one.
 */
export function askFirstAgainInMs(order: FirstOrder): number | null {
  const { outcome, finality, submittedBetween, endedAtMs, askedAtMs, syncCount } = order;
  const soon = pauseMs(syncCount);
  if (isUnread(outcome) || isWorkedOn(outcome)) return soon;
  if (outcome.kind !== "absent") return null;
  const listedAtMs = typeof finality === "object" ? (submittedBetween?.lastMs ?? 0) + finality.afterMs : 0;
  const dueAtMs = endedAtMs === null ? 0 : endedAtMs + VERIFY_AFTER_MS;
  const earlyMs = Math.max(listedAtMs, dueAtMs) - askedAtMs;
  return earlyMs <= 0 ? null : earlyMs + soon;
}

/** Whether the first account has an order that it had said was not executed, and may execute it yet. */
export const isWorkedOn = ({ kind }: { readonly kind: string }): boolean =>
  kind === "in_progress" || kind === "action_required";
