import type { OpenKind } from "@flowlix/contracts";
import type { PaymentsClient } from "../../clients.ts";
import type { IdempotencyClient } from "../../idempotency/idempotent.ts";
import type { ReconcilerClient } from "../../reconciler-client.ts";
import type { NotifierClient } from "../../webhooks/notifier-call.ts";

export type TraceOwner = Pick<PaymentsClient, "traceObjects">;

/** Whom a trace asks: each for what it recorded itself. */
export interface TraceClients {
  readonly owners: Readonly<Record<OpenKind, { readonly service: string; readonly owner: TraceOwner }>>;
  readonly idempotency: Pick<IdempotencyClient, "traceKeys">;
  readonly notifier: Pick<NotifierClient, "traceEvents" | "objectOfEvent">;
  readonly reconciler: Pick<ReconcilerClient, "traceStatement">;
}

/** How long an operator waits for one service before its part is missing. */
export const TRACE_TIMEOUT_MS = 10_000;
