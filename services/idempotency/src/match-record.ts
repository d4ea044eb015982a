import { DomainError } from "@flowlix/runtime";
import type { Fingerprint, StoredResponse } from "@flowlix/contracts";
import type { RecordState } from "./record.entity.ts";

/** A record as the database shows it to one request, with its lease already compared by `clock()`. */
export interface StoredRecord {
  readonly idempotency_key: string;
  readonly object_id: string;
  readonly state: RecordState;
  readonly token: string | null;
  readonly fingerprint_key_id: string;
  readonly fingerprint: string;
  readonly start_before_ms: number | null;
  readonly lapsed: boolean | null;
  readonly response_status: number | null;
  readonly response_body: string | null;
}

export type RecordMatch =
  | { readonly kind: "replay"; readonly response: StoredResponse }
  | { readonly kind: "reused" }
  | { readonly kind: "in_use" }
  /** The caller's own attempt, whose answer was lost. */
  | { readonly kind: "own"; readonly submissionDeadlineMs: number }
  /** Held, or left by an attempt whose lease ran out. The request that takes it over goes on with the same object. */
  | { readonly kind: "free" };

/**
 * What a stored record means to a request with these fingerprints (docs/design/specification.md#idempotency;
 * docs/design/architecture.md#key-record). Another identity is a conflict in every state, so that an object's id has
 * one identity.
 */
export function matchRecord(
  record: StoredRecord,
  fingerprints: readonly Fingerprint[],
  token?: string,
): RecordMatch {
  const comparable = fingerprints.find((fingerprint) => fingerprint.key_id === record.fingerprint_key_id);
  if (comparable === undefined) {
    // A key leaves the ring only after the records made with it (docs/design/architecture.md#keyed-hashes).
    throw new DomainError("internal_error");
  }
  if (comparable.hash !== record.fingerprint) return { kind: "reused" };
  if (record.state === "done" && record.response_status !== null && record.response_body !== null) {
    return { kind: "replay", response: { status: record.response_status, body: record.response_body } };
  }
  if (record.state === "open") {
    if (record.token === token && record.start_before_ms !== null)
      return { kind: "own", submissionDeadlineMs: record.start_before_ms };
    if (record.lapsed !== true) return { kind: "in_use" };
  }
  return { kind: "free" };
}
