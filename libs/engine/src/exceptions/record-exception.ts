import type { ExceptionRecord, UNDONE_EXCEPTIONS } from "@flowlix/contracts";
import type { Noun } from "../owner/owner-name.ts";
import type { ExceptionsStore, NewException } from "./exceptions-store.ts";

/** What an exception says of the object that it is about. */
export interface ExceptionObject {
  readonly id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly amount: number;
  readonly currency: string;
}

interface Deps {
  readonly exceptions: Pick<ExceptionsStore, "record" | "recordOnce">;
}

/**
 * Records a contradiction about an object for an operator (docs/design/architecture.md#rule-8). `elsewhere`: the
 * account of its money, if not the object's own.
 */
export const recordException = (
  { exceptions }: { readonly exceptions: Pick<ExceptionsStore, "record"> },
  object: ExceptionObject,
  kind: ExceptionRecord["kind"],
  detail: string,
  elsewhere: string | null = null,
): Promise<void> => exceptions.record(exceptionOf(object, kind, detail, elsewhere));

/** Likewise, but once in the same words: what an operator has noted is not recorded again. */
export const recordOnce = (
  { exceptions }: { readonly exceptions: Pick<ExceptionsStore, "recordOnce"> },
  object: ExceptionObject,
  kind: ExceptionRecord["kind"],
  detail: string,
  elsewhere: string | null = null,
): Promise<void> => exceptions.recordOnce(exceptionOf(object, kind, detail, elsewhere));

/**
 * Records that what an object moved when it succeeded went the other way afterwards, once: its status never changes,
 * and no status sync can learn more. What an operator has ended is not recorded again.
 */
export const recordUndone = (
  deps: { readonly exceptions: Pick<ExceptionsStore, "recordOnce"> },
  object: ExceptionObject,
  { noun, kind }: { readonly noun: Noun; readonly kind: (typeof UNDONE_EXCEPTIONS)[number] },
): Promise<void> =>
  recordOnce(
    deps,
    object,
    kind,
    `the provider reports that the money of this ${noun}, which SUCCEEDED, went back`,
  );

/**
 * Records, once, that what an object moved came back before its success was reported. The object ends as FAILED, and
 * the acquirer's statements have its money on the way there and back. Call it before the move, so that no crash loses
 * the record.
 */
export const recordUnseen = (
  deps: { readonly exceptions: Pick<ExceptionsStore, "recordOnce"> },
  object: ExceptionObject,
  noun: Noun,
): Promise<void> =>
  recordOnce(
    deps,
    object,
    "outcome_mismatch",
    `the provider reports that the money of this ${noun} went back, and had not said before that it had moved`,
  );

const exceptionOf = (
  { id, merchant_id, livemode, amount, currency }: ExceptionObject,
  kind: ExceptionRecord["kind"],
  detail: string,
  elsewhere: string | null = null,
): NewException => ({
  kind,
  object_id: id,
  merchant_id,
  livemode,
  amount,
  currency,
  detail,
  ...(elsewhere === null ? {} : { provider_account: elsewhere }),
});

/** An outcome of the provider. Only a contradiction in it matters here. */
interface MayContradict {
  readonly kind: string;
  readonly contradicts?: string | undefined;
}

/** Records what of an outcome contradicts the object it was asked about; nothing where nothing does. */
export type ContradictionRecorder<Status extends string> = (
  deps: Deps,
  row: ExceptionObject & { readonly status: Status },
  outcome: MayContradict,
) => Promise<void>;

/**
 * An answer that could be read but spoke of another reference, amount, currency or mode than ours moves nothing and is
 * an exception (docs/design/architecture.md#rule-2). Of an ended object it is recorded once: no status sync can bring
 * it to another end, so the operator who ended the exception has nothing left to do.
 */
export const contradictionRecorder =
  <Status extends string>(
    noun: Noun,
    isTerminal: (status: Status) => boolean,
  ): ContradictionRecorder<Status> =>
  async ({ exceptions }, row, outcome) => {
    if (outcome.kind !== "unknown" || outcome.contradicts === undefined) return;
    const hasEnded = isTerminal(row.status);
    const detail = `the provider answered for this ${noun}${hasEnded ? ", which had ended," : ""} with another ${outcome.contradicts}`;
    const exception = exceptionOf(row, "outcome_mismatch", detail);
    await (hasEnded ? exceptions.recordOnce(exception) : exceptions.record(exception));
  };
