import { randomBytes } from "node:crypto";
import { ENCRYPTED_FOR, type CardInput } from "@flowlix/contracts";
import type { Instrument, KeyRing, EncryptionContext } from "../src/index.ts";

export const instrument = (card: Partial<CardInput> = {}): Instrument => ({
  kind: "card",
  card: {
    number: "4242424242424242",
    exp_month: 12,
    exp_year: 2034,
    cvc: "123",
    holder_name: "Ada Lovelace",
    ...card,
  },
});

const CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";

/** An instrument of every kind and form there is, of a card of this number. */
export function instrumentsOf(
  number = "4895370012003478",
): readonly (readonly [name: string, instrument: Instrument])[] {
  const card = { number, exp_month: 12, exp_year: 2034 };
  return [
    ["card", instrument({ number })],
    ["Apple Pay", { kind: "apple_pay", card, cryptogram: CRYPTOGRAM }],
    ["Apple Pay with an eci", { kind: "apple_pay", card, cryptogram: CRYPTOGRAM, eci: "05" }],
    [
      "Google Pay with CRYPTOGRAM_3DS",
      { kind: "google_pay", auth_method: "CRYPTOGRAM_3DS", card, cryptogram: CRYPTOGRAM },
    ],
    ["Google Pay with PAN_ONLY", { kind: "google_pay", auth_method: "PAN_ONLY", card }],
  ];
}

export const context = (differences: Partial<EncryptionContext> = {}): EncryptionContext => ({
  operation: ENCRYPTED_FOR.create,
  object_id: "pay_000000000000000000000001",
  merchant_id: "mer_000000000000000000000001",
  livemode: false,
  amount: 1000,
  currency: "EUR",
  start_before: 1_763_740_000_000,
  ...differences,
});

export const ringOf = (...ids: readonly [string, ...string[]]): KeyRing =>
  ringWith(new Map(ids.map((id) => [id, randomBytes(32)])), ids[0]);

/** A ring of these keys whose active one is named. */
export function ringWith(keys: ReadonlyMap<string, Buffer>, active: string): KeyRing {
  const key = keys.get(active);
  if (key === undefined) throw new Error("the active key is not in the ring");
  return { active: { id: active, key }, ids: [...keys.keys()], byId: (id) => keys.get(id) };
}
