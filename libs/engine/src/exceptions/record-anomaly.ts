import type { Anomaly } from "@flowlix/contracts";
import type { Noun } from "../owner/owner-name.ts";
import type { AnomaliesStore, NewAnomaly } from "./anomalies-store.ts";

/** What an anomaly says of the object that it is about. */
export interface AnomalyObject {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
}

interface Deps {
  readonly anomalies: Pick<AnomaliesStore, "record" | "recordOnce">;
}

/** Records a contradiction about an object for an operator (docs/design/architecture.md#rule-8). */
export const recordAnomaly = (
  { anomalies }: { readonly anomalies: Pick<AnomaliesStore, "record"> },
  object: AnomalyObject,
  kind: Anomaly["kind"],
  detail: string,
): Promise<void> => anomalies.record(anomalyOf(object, kind, detail));

const anomalyOf = (
  { id, merchant_id, livemode, amount, currency }: AnomalyObject,
  kind: Anomaly["kind"],
  detail: string,
): NewAnomaly => ({ kind, object_id: id, merchant_id, livemode, amount, currency, detail });

/** An outcome of the provider. Only a contradiction in it matters here. */
interface MayContradict {
  readonly kind: string;
  readonly contradicts?: string | undefined;
}

/** Records what of an outcome contradicts the object it was asked about; nothing where nothing does. */
export type ContradictionRecorder<Status extends string> = (
  deps: Deps,
  row: AnomalyObject & { readonly status: Status },
  outcome: MayContradict,
) => Promise<void>;

/**
 * An answer that could be read but spoke of another reference, amount, currency or mode than ours moves nothing and is
 * an anomaly (docs/design/architecture.md#rule-2). Of an ended object it is recorded once: no status sync can bring it
 * to another end, so the operator who ended the anomaly has nothing left to do.
 */
export const contradictionRecorder =
  <Status extends string>(
    noun: Noun,
    isTerminal: (status: Status) => boolean,
  ): ContradictionRecorder<Status> =>
  async ({ anomalies }, row, outcome) => {
    if (outcome.kind !== "unknown" || outcome.contradicts === undefined) return;
    const hasEnded = isTerminal(row.status);
    const detail = `the provider answered for this ${noun}${hasEnded ? ", which had ended," : ""} with another ${outcome.contradicts}`;
    const anomaly = anomalyOf(row, "outcome_mismatch", detail);
    await (hasEnded ? anomalies.recordOnce(anomaly) : anomalies.record(anomaly));
  };
