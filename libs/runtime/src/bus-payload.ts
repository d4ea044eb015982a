/**
 * How large a message the bus has to take: a page of a hundred Payments whose texts are all as long as they
 * may be, every character escaped, is 1.5 MB, and the Refunds that one may show with them are 2 MB.
 */
export const BUS_PAYLOAD_BYTES = 4 * 1_048_576;
