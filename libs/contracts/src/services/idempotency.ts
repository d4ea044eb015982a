import { Type, type Static } from "typebox";
import { DatabaseMillis, nullable, oneOf } from "../schema.ts";
import { KeyId } from "../ids.ts";
import { defineService } from "../service-contract.ts";
import { IDS_OF_CALL_MAX } from "./have-ended.ts";
import { healthAction } from "./health.ts";
import { listJobsAction } from "./list-jobs.ts";
import { traceKeysAction } from "./trace-actions.ts";

export const CREATE_OPERATIONS = [
  "create_payment",
  "create_hosted_payment",
  "create_refund",
  "create_payout",
] as const;
export type CreateOperation = (typeof CREATE_OPERATIONS)[number];

/**
 * A keyed hash of a request's identity, with the id of the key that made it (docs/design/architecture.md#keyed-hashes).
 */
export const Fingerprint = Type.Object({
  key_id: Type.String({ minLength: 1, maxLength: 64 }),
  hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});
export type Fingerprint = Static<typeof Fingerprint>;

/**
 * What an Idempotency-Key is called here: a keyed hash that the gateway makes of it
 * (docs/design/architecture.md#keyed-hashes), or the key itself where it came before there were any.
 */
const KeyName = Type.String({ minLength: 1, maxLength: 255 });

/**
 * Begins every hash. No Idempotency-Key has this character (docs/design/decisions.md#idempotency-key), so that no name
 * can be taken for the other kind.
 */
export const HASHED_NAME_MARK = "§";

export const isHashedName = (name: string): boolean => name.startsWith(HASHED_NAME_MARK);

/** Keys are scoped to the API key and the operation (docs/design/specification.md#idempotency-1). */
export const KeyIdentity = Type.Object({
  key_id: KeyId,
  operation: oneOf(CREATE_OPERATIONS),
  idempotency_key: KeyName,
});
export type KeyIdentity = Static<typeof KeyIdentity>;

export const StoredResponse = Type.Object({
  status: Type.Integer({ minimum: 200, maximum: 299 }),
  /** The JSON text as it was sent; replays send the same bytes. */
  body: Type.String(),
});
export type StoredResponse = Static<typeof StoredResponse>;

/** Names one attempt at working on a key; a takeover replaces it and the older one is ignored. */
export const Token = Type.String({ format: "uuid" });

/** Why a key cannot be worked on now, or what it already answered. */
const Replay = Type.Object({ kind: Type.Unsafe<"replay">({ const: "replay" }), response: StoredResponse });
const Reused = Type.Object({ kind: Type.Unsafe<"reused">({ const: "reused" }) });
const InUse = Type.Object({ kind: Type.Unsafe<"in_use">({ const: "in_use" }) });

export const BeginResult = Type.Union([
  Type.Object({
    kind: Type.Unsafe<"proceed">({ const: "proceed" }),
    /** What the key's record is called, where that is another of its names. */
    idempotency_key: Type.Optional(KeyName),
    object_id: Type.String(),
    token: Token,
    /**
     * Database time after which no step of this attempt may begin to move money (docs/design/architecture.md#rule-4).
     */
    start_before: DatabaseMillis,
    /** The key was open or held before: an object may exist under this id. */
    resumed: Type.Boolean(),
  }),
  Replay,
  Reused,
  InUse,
]);
export type BeginResult = Static<typeof BeginResult>;

/** No response is stored, but an object may exist under this id: held, or left by a worker whose time ran out. */
const Unfinished = Type.Object({
  kind: Type.Unsafe<"unfinished">({ const: "unfinished" }),
  object_id: Type.String(),
});

export const FindResult = Type.Union([
  Unfinished,
  Replay,
  Reused,
  InUse,
  Type.Object({ kind: Type.Unsafe<"nothing">({ const: "nothing" }) }),
]);
export type FindResult = Static<typeof FindResult>;

const Held = { ...KeyIdentity.properties, token: Token };

/**
 * One per key of the gateway's ring, which is bounded by it (docs/design/architecture.md#keyed-hashes and #rule-12).
 */
export const FINGERPRINTS_MAX = 8;

/** The key's hashes under the other keys of the ring, and the key itself while records from before are kept. */
const OtherNames = Type.Array(KeyName, { minItems: 1, maxItems: FINGERPRINTS_MAX });

/** A key that is open or held although its retention is over, as it was when it was seen. */
export const UnfinishedKey = Type.Object({
  ...KeyIdentity.properties,
  object_id: Type.String(),
  token: nullable(Token),
});
export type UnfinishedKey = Static<typeof UnfinishedKey>;

/** A key that is named by its text, and what it is to be called: its hashes under the ring, the active one first. */
export const KeyRename = Type.Object({
  ...KeyIdentity.properties,
  names: Type.Array(KeyName, { minItems: 1, maxItems: FINGERPRINTS_MAX }),
});
export type KeyRename = Static<typeof KeyRename>;

export const idempotencyContract = defineService("idempotency", {
  /**
   * Binds a key to a fingerprint and to the id of the object to be made, or says what is there. Repeatable since the
   * caller names id and token: a repetition knows its own record by the token (docs/decisions/0080-hung-processes.md).
   * Errors: service_unavailable for a key sent by its text alone once hashed names exist; internal_error.
   */
  begin: {
    repeatable: true,
    params: Type.Object({
      ...KeyIdentity.properties,
      other_names: Type.Optional(OtherNames),
      /** True while gateways with different rings run side by side: the same key may then be begun under two names. */
      names_change: Type.Optional(Type.Boolean()),
      /** One for every key of the ring, the active one first. */
      fingerprints: Type.Array(Fingerprint, { minItems: 1, maxItems: FINGERPRINTS_MAX }),
      object_id: Type.String({ minLength: 1, maxLength: 64 }),
      token: Token,
    }),
    result: BeginResult,
  },
  /** Read only: what the key would answer, `nothing` where it is free. */
  find: {
    repeatable: true,
    params: Type.Object({
      ...KeyIdentity.properties,
      other_names: Type.Optional(OtherNames),
      fingerprints: Type.Array(Fingerprint, { minItems: 1, maxItems: FINGERPRINTS_MAX }),
    }),
    result: FindResult,
  },
  /**
   * Stores the response if none is stored, and answers the stored one. A stale token stores nothing; it gets the stored
   * response, or null if there is none.
   */
  complete: {
    repeatable: true,
    params: Type.Object({ ...Held, response: StoredResponse }),
    result: Type.Object({ response: Type.Union([StoredResponse, Type.Null()]) }),
  },
  /**
   * Keeps id and fingerprint together after a failure that may have left an object. False where the token is stale;
   * nothing is changed then.
   */
  hold: {
    repeatable: true,
    params: Type.Object(Held),
    result: Type.Object({ held: Type.Boolean() }),
  },
  /**
   * Deletes the record: nothing was made under its id and nothing can be any more. False where the token is stale or
   * the key is held; nothing is changed then, nor where it was released before.
   */
  release: {
    repeatable: true,
    params: Type.Object(Held),
    result: Type.Object({ released: Type.Boolean() }),
  },
  listJobs: listJobsAction,
  /**
   * Open or held keys past their retention that nobody works on, ordered by identity, after `after`. Their objects may
   * still be open.
   */
  listUnfinished: {
    callers: ["reconciler"],
    params: Type.Object({
      after: Type.Union([Type.Object(KeyIdentity.properties), Type.Null()]),
      limit: Type.Integer({ minimum: 1, maximum: IDS_OF_CALL_MAX }),
    }),
    result: Type.Object({ keys: Type.Array(UnfinishedKey) }),
  },
  /**
   * Deletes those whose objects have ended (docs/design/decisions.md#retention), unless somebody works on one again
   * since it was listed.
   */
  forgetUnfinished: {
    callers: ["reconciler"],
    params: Type.Object({ keys: Type.Array(UnfinishedKey, { maxItems: IDS_OF_CALL_MAX }) }),
    result: Type.Object({ forgotten: Type.Integer({ minimum: 0 }) }),
  },
  /**
   * Looks through some keys behind `after` for those that are named by their text; the next call goes on behind
   * `next`, which is null at the end.
   */
  listClearNames: {
    params: Type.Object({ after: Type.Union([Type.Object(KeyIdentity.properties), Type.Null()]) }),
    result: Type.Object({
      keys: Type.Array(KeyIdentity),
      next: Type.Union([Type.Object(KeyIdentity.properties), Type.Null()]),
    }),
  },
  /**
   * Renames each key to its first name. Skips keys that are gone or in use. If a done record already has one of the
   * names, that record stays and the old one is deleted; `superseded` lists the deleted records' object ids.
   */
  renameKeys: {
    params: Type.Object({ keys: Type.Array(KeyRename, { maxItems: IDS_OF_CALL_MAX }) }),
    result: Type.Object({
      renamed: Type.Integer({ minimum: 0 }),
      superseded: Type.Array(Type.String()),
    }),
  },
  traceKeys: traceKeysAction,
  health: healthAction,
});
