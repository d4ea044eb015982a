/**
 * Master keys of 32 bytes by id: one that encrypts, and every one that still opens. Ids have no point, since
 * they stand in the box between two of them.
 */
export interface KeyRing {
  readonly active: { readonly id: string; readonly key: Buffer };
  readonly ids: readonly string[];
  byId(id: string): Buffer | undefined;
}
