/** Which ids are over: no object of theirs can change any more, or come to be. */
export async function haveEnded(
  { reads }: { readonly reads: { open(ids: readonly string[]): Promise<readonly string[]> } },
  { ids }: { readonly ids: readonly string[] },
): Promise<{ ended: string[] }> {
  const open = new Set(await reads.open(ids));
  return { ended: ids.filter((id) => !open.has(id)) };
}
