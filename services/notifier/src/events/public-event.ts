import type { PublicEvent } from "@flowlix/contracts";

/** What an owner wrote, and `accept` has checked to be a JSON object. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- serialised by an owner from this very type
export const publicEventOf = (payload: string): PublicEvent => JSON.parse(payload) as PublicEvent;
