import { wireOrder } from "./builders.ts";
import type { Behaviour } from "./scripted-server.ts";

export const LOST = { kind: "unknown", cause: "lost" };
export const GARBLED = { kind: "unknown", cause: "garbled" };
export const notExecuted = (cause: string, retryAfterS?: number) => ({
  kind: "not_executed",
  cause,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
});
export const error = (code: string, executed?: boolean) => ({ error: { code, message: "-", executed } });
export const order = (differences: Parameters<typeof wireOrder>[0]) => ({
  status: 200,
  body: wireOrder(differences),
});
export const CHOSEN = { "sandbox-outcome": "amount" };

/** What each operation makes of a behaviour, and whether it counts at the breaker. */
export interface Row {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly register?: object;
  readonly authorise?: object;
  /** Registering and authorising in one call. */
  readonly both?: object;
  readonly read?: object;
  readonly close?: object;
  readonly reverse?: string;
  readonly counts: boolean;
}

/** The same for every operation. */
export const everywhere = (outcome: object) => ({
  register: outcome,
  authorise: outcome,
  both: outcome,
  read: outcome,
  close: outcome,
});
export const unread = { ...everywhere(GARBLED), reverse: "unknown" };
export const contradicting = (contradicts: string) => ({
  ...everywhere({ ...GARBLED, contradicts }),
  reverse: "unknown",
});
