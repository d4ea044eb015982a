import { createHmac, hkdfSync } from "node:crypto";
import { createTextBox, TextBoxError, type KeyRing } from "@flowlix/cards";
import type { AcquirerAccount } from "@flowlix/contracts";

/** What a secret belongs to: it opens for no other account, and under no other name. */
export type SecretOwner = Pick<AcquirerAccount, "id" | "merchant_id" | "livemode" | "provider">;

/** Secrets of acquirer accounts at rest (docs/decisions/0099-acquirer-accounts.md). */
export interface AccountSecrets {
  encrypt(owner: SecretOwner, name: string, secret: string): string;
  /** Every secret of an account, by name. Errors: TextBoxError, without a reason. */
  open(account: SecretOwner & Pick<AcquirerAccount, "secrets">): Readonly<Record<string, string>>;
  /**
   * Tells two secrets apart and says nothing else: eight characters of a keyed hash. Another one after the ring's first
   * key was changed; null where the secret cannot be opened.
   */
  fingerprint(account: SecretOwner & Pick<AcquirerAccount, "secrets">, name: string): string | null;
}

const FORMAT = "flowlix acquirer secret 1";
const FINGERPRINT_FORMAT = "flowlix acquirer secret fingerprint 1";
const FINGERPRINT_CHARACTERS = 8;
const KEY_BYTES = 32;

const boundTo = ({ id, merchant_id, livemode, provider }: SecretOwner, name: string) =>
  [id, merchant_id, livemode, provider, name] as const;

/** The ring's first key encrypts; every key of it opens. */
export function createAccountSecrets(ring: KeyRing): AccountSecrets {
  const box = createTextBox(ring, FORMAT);
  const hashKey = Buffer.from(
    hkdfSync("sha256", ring.active.key, Buffer.alloc(0), FINGERPRINT_FORMAT, KEY_BYTES),
  );
  return {
    encrypt: (owner, name, secret) => box.encrypt(secret, boundTo(owner, name)),
    open: (account) =>
      Object.fromEntries(
        Object.entries(account.secrets).map(([name, encrypted]) => [
          name,
          box.open(encrypted, boundTo(account, name)),
        ]),
      ),
    fingerprint(account, name) {
      const encrypted = account.secrets[name];
      if (encrypted === undefined) return null;
      try {
        const secret = box.open(encrypted, boundTo(account, name));
        const hash = createHmac("sha256", hashKey).update(secret).digest("hex");
        return hash.slice(0, FINGERPRINT_CHARACTERS);
      } catch (error) {
        if (error instanceof TextBoxError) return null;
        throw error;
      }
    },
  };
}
