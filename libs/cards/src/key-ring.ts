/** Master keys of 32 bytes by id: one that seals, and every one that still opens. */
export interface KeyRing {
  readonly active: { readonly id: string; readonly key: Buffer };
  byId(id: string): Buffer | undefined;
}
