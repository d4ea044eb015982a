import type { ApiCaller } from "../access/api-caller.ts";
import type { LogScope } from "../request-log/read-log.ts";

/** With `read` a key reads all that its merchant sent in Sandbox mode, else only what was sent with this key. */
export const logScopeOf = ({ merchantId, keyId, permissions }: ApiCaller): LogScope => ({
  merchantId,
  keyId: permissions.includes("read") ? null : keyId,
});
