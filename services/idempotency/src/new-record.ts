import type { Fingerprint, KeyIdentity } from "@flowlix/contracts";

/** A key under each name that it may have. */
export interface NamedKey extends KeyIdentity {
  readonly other_names?: readonly string[];
}

export interface NewRecord extends NamedKey {
  readonly names_change?: boolean;
  readonly token: string;
  readonly object_id: string;
  readonly fingerprint: Fingerprint;
}
