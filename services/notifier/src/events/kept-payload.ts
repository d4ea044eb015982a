import { plainText } from "@flowlix/persistence";

/** An event's text as a row has it: in one of the two (docs/decisions/0116-phrases-are-packed.md). */
export interface KeptPayload {
  readonly payload: string | null;
  readonly packed: Buffer | null;
}

/** Errors: as `unpackText`, and one for a row that has neither, which the database refuses. */
export function payloadOf({ payload, packed }: KeptPayload): string {
  const text = plainText(payload, packed);
  if (text === null) throw new Error("an event has no payload");
  return text;
}
