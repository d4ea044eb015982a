/**
 * What an error says, on one line, for operators: of a name whose every address failed, what the first one said. It may
 * quote anything: where that must not be shown, reason-of.ts names a code.
 */
export function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.split("\n", 1)[0] ?? text;
}
