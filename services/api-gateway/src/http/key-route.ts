import type { Operation } from "@flowlix/contracts";
import type { KeyRoute } from "./route.ts";

/** The route of an operation that asks for a key. */
export const keyRoute = (operation: Operation, handle: KeyRoute["handle"]): KeyRoute => ({
  access: "key",
  method: operation.method,
  template: operation.path,
  operation,
  handle,
});
