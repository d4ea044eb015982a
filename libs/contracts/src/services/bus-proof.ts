import { Type } from "typebox";

/**
 * Proves that the gateway sent this: made with a key that is not on the bus; absent from an older gateway
 * (docs/decisions/0112-what-the-gateway-sends-is-proved.md).
 */
export const BusProof = Type.Optional(Type.String({ maxLength: 128, format: "text" }));
