import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { createKeyHasher, createKeyNamer, type SentKey } from "../src/idempotency/key-names.ts";

const [A, B] = [
  { id: "a", key: randomBytes(32) },
  { id: "b", key: randomBytes(32) },
];
const MINUTE = 60_000;
const SENT = {
  keyId: `key_${"k".repeat(24)}`,
  operation: "create_payment",
  text: "4111111111111111",
} as const;
const SCOPE = { key_id: SENT.keyId, operation: SENT.operation };

interface Situation {
  readonly sent?: SentKey;
  readonly renamedAll?: boolean;
  readonly inUse?: string;
  readonly contested?: boolean;
}

const named = (ring = [A], sinceMs = Infinity, situation: Situation = {}) => {
  const { sent = SENT, renamedAll = sinceMs === Infinity, contested = false } = situation;
  const [active = A] = ring;
  const hashedFromMs = sinceMs === Infinity ? -Infinity : 1e12 - sinceMs;
  const hashing = { hashedFromMs, renamedAll, nowMs: () => 1e12 };
  const hash = createKeyHasher({ active, all: ring }, () => situation.inUse ?? active.id);
  return createKeyNamer(
    hash,
    () => hashing,
    () => contested,
  )(sent);
};
const hashBy = (key: typeof A): string => named([key]).idempotency_key;

describe("the name of an Idempotency-Key", () => {
  it("is a keyed hash that says nothing of the key, where no release without hashes ever ran", () => {
    expect(named()).to.deep.equal({ ...SCOPE, idempotency_key: hashBy(A) });
    expect(hashBy(A)).to.match(/^§[\w-]{24}$/);
    expect(hashBy(B)).not.to.equal(hashBy(A));
  });

  it("is another for another API key, operation or text", () => {
    const others = [
      named([A], Infinity, { sent: { ...SENT, text: "4111111111111112" } }),
      named([A], Infinity, { sent: { ...SENT, keyId: `key_${"l".repeat(24)}` } }),
      named([A], Infinity, { sent: { ...SENT, operation: "create_refund" } }),
    ].map(({ idempotency_key }) => idempotency_key);
    expect(new Set([hashBy(A), ...others]).size).to.equal(4);
  });

  it("is what the release before calls it, and nothing else is sent, while that may be running", () => {
    expect(named([A], -11 * MINUTE)).to.deep.equal({ ...SCOPE, idempotency_key: SENT.text });
    expect(named([A, B], -24 * 60 * MINUTE)).to.deep.equal({ ...SCOPE, idempotency_key: SENT.text });
  });

  it("is either for a while around the change, and both are asked for at once", () => {
    expect(named([A], -1)).to.deep.equal({
      ...SCOPE,
      idempotency_key: SENT.text,
      other_names: [hashBy(A)],
      names_change: true,
    });
    expect(named([A], 0)).to.deep.equal({
      ...SCOPE,
      idempotency_key: hashBy(A),
      other_names: [SENT.text],
      names_change: true,
    });
  });

  it("is the hash from then on, and records from before are found", () => {
    expect(named([A], 10 * MINUTE)).to.deep.equal({
      ...SCOPE,
      idempotency_key: hashBy(A),
      other_names: [SENT.text],
      names_change: false,
    });
  });

  it("is the hash alone as soon as no record is named by its text any more", () => {
    expect(named([A], 10 * MINUTE, { renamedAll: true })).to.deep.equal({
      ...SCOPE,
      idempotency_key: hashBy(A),
    });
  });

  it("is asked for under all keys of a ring at once only while others may use another of them", () => {
    for (const [ring, inUse, other] of [
      [[A, B], A, B],
      [[B, A], B, A],
      [[B, A], A, B],
    ] as const)
      for (const contested of [true, false])
        expect(named([...ring], Infinity, { inUse: inUse.id, contested })).to.deep.equal({
          ...SCOPE,
          idempotency_key: hashBy(inUse),
          other_names: [hashBy(other)],
          names_change: contested,
        });
  });
});
