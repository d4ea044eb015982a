import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";
import type { KeyRing } from "@flowlix/cards";

/** What is proved. Each kind has a key of its own: a proof of one is no proof of the other. */
const FORMATS = {
  accounts: "flowlix acquirer accounts proof 1",
  callbacks: "flowlix acquirer callbacks proof 1",
} as const;
type Proved = keyof typeof FORMATS;

const KEY_BYTES = 32;

/** Something came over the bus that no process with a key of the ring has sent. */
export class ProofError extends Error {
  override readonly name = "ProofError";
}

/**
 * Proofs of what the gateway sends to owners, by the ring ACQUIRER_SECRET_KEYS, which is not on the bus
 * (docs/decisions/0112-what-the-gateway-sends-is-proved.md). A proof is made for each message and is not kept.
 */
export interface BusProofs {
  /** `<key id>.<base64url>`, under the ring's first key; undefined without a ring. */
  of(kind: Proved, content: unknown): string | undefined;
  /** Takes a proof under any key of the ring. Errors: ProofError, where it is absent or of something else. */
  check(kind: Proved, content: unknown, proof: string | undefined): void;
}

export function createBusProofs(ring: KeyRing | undefined): BusProofs {
  const keys = new Map<string, KeyObject>();
  for (const id of ring?.ids ?? [])
    for (const [kind, format] of Object.entries(FORMATS))
      keys.set(`${kind} ${id}`, keyOf(ring?.byId(id), format));

  function proofOf(kind: Proved, content: unknown, keyId: string): Buffer | undefined {
    const key = keys.get(`${kind} ${keyId}`);
    return key && createHmac("sha256", key).update(canonical(content)).digest();
  }

  return {
    of(kind, content) {
      if (ring === undefined) return undefined;
      const { id } = ring.active;
      return `${id}.${proofOf(kind, content, id)?.toString("base64url")}`;
    },
    check(kind, content, proof = "") {
      if (ring === undefined)
        throw new ProofError(`ACQUIRER_SECRET_KEYS is not set: no ${kind} can be proved`);
      const [keyId = "", encoded = ""] = proof.split(".");
      const right = proofOf(kind, content, keyId);
      const given = Buffer.from(encoded, "base64url");
      if (right === undefined || given.length !== right.length || !timingSafeEqual(given, right))
        throw new ProofError(`no key of ACQUIRER_SECRET_KEYS proves the ${kind} that came`);
    },
  };
}

/** One JSON text of what the bus carries as JSON: properties stand in the order of their names. */
const canonical = (content: unknown): string =>
  JSON.stringify(content, (_name, value: unknown) =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );

function keyOf(key: Buffer | undefined, format: string): KeyObject {
  if (key?.length !== KEY_BYTES) throw new ProofError(`a key of proofs is made of ${KEY_BYTES} bytes`);
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), format, KEY_BYTES)));
}
