import { Type } from "typebox";
import { UnixSeconds } from "../schema.ts";
import { BusProof } from "./bus-proof.ts";
import { ProviderName } from "./provider-name.ts";

/** Characters of what a callback of an acquirer that cannot be read signed. */
export const EVIDENCE_LENGTH_MAX = 2_048;
export const CALLBACKS_OF_REQUEST_MAX = 100;

const Callback = Type.Object({
  callback_id: Type.String({ minLength: 1, maxLength: 128, format: "text" }),
  reference: Type.String({ minLength: 1, maxLength: 128, format: "text" }),
  /** What the callback claims, kept as a hint for the status sync that follows. */
  claimed_state: Type.String({ maxLength: 64, format: "text" }),
  /** When that was so, as the acquirer says. */
  at: UnixSeconds,
  /** The signed facts alone, as JSON text; absent where the acquirer can be read. */
  evidence: Type.Optional(Type.String({ minLength: 2, maxLength: EVIDENCE_LENGTH_MAX, format: "text" })),
});

/**
 * Keeps the callbacks that an acquirer sent in one request under a merchant's account, which the gateway has verified
 * with that account's key: each once, all of them or none. Makes the objects due that went to this very account; true
 * once that is committed. Sets no status (docs/design/architecture.md#provider-callback). Without
 * a right proof of the whole request it is refused.
 */
export const acceptCallbacksAction = {
  repeatable: true,
  params: Type.Object({
    provider: ProviderName,
    provider_account: Type.String({ pattern: "^acq_[A-Za-z0-9]{24}$" }),
    callbacks: Type.Array(Callback, { minItems: 1, maxItems: CALLBACKS_OF_REQUEST_MAX }),
    proof: BusProof,
  }),
  result: Type.Object({ accepted: Type.Boolean() }),
} as const;
