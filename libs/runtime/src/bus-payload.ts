/**
 * How large a message the bus has to take: a page of a hundred Payments whose texts are all as long as they
 * may be, every character escaped, is 1.5 MB, and the Refunds that one may show with them are 2 MB.
 */
export const BUS_PAYLOAD_BYTES = 4 * 1_048_576;

/**
 * What keeps a bus that says it takes so many bytes from being used, with how to mend it; undefined where nothing does.
 */
export function payloadProblem(maxPayload: number | undefined): string | undefined {
  if (maxPayload === undefined || maxPayload >= BUS_PAYLOAD_BYTES) return undefined;
  return `the bus takes messages of ${maxPayload} bytes, and ${BUS_PAYLOAD_BYTES} are needed: set max_payload: 4MB in its configuration`;
}
