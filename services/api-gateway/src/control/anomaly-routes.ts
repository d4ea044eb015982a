import type { PaymentsClient } from "../handlers/create-payment.ts";
import { flagArg, idArg, integerArg, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const CALL_TIMEOUT_MS = 25_000;
const NOTE_LENGTH_MAX = 2_000;
const LIST = { min: 1, max: 1_000, default: 100 };

const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });

/** Anomalies belong to the owner of the object: the gateway only carries the act and its actor there. */
export function anomalyRoutes({ payments }: { readonly payments: PaymentsClient }): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/anomalies",
      handle: (request) =>
        payments.listAnomalies(
          { open_only: flagArg(request, "all") !== true, limit: integerArg(request, "limit", LIST) },
          callOf(request),
        ),
    },
    {
      method: "POST",
      path: "/anomalies/:anomaly_id/reverse",
      handle: (request) =>
        payments.reverseAnomaly(
          { anomaly_id: idArg(request, "anomaly", "anomaly_id"), actor: request.actor },
          callOf(request),
        ),
    },
    {
      method: "POST",
      path: "/anomalies/:anomaly_id/note",
      handle: (request) =>
        payments.noteAnomaly(
          {
            anomaly_id: idArg(request, "anomaly", "anomaly_id"),
            actor: request.actor,
            note: textArg(request, "note", NOTE_LENGTH_MAX),
          },
          callOf(request),
        ),
    },
  ];
}
