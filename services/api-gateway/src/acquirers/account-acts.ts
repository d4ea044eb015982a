import { createAccountSecrets } from "@flowlix/provider";
import { createResolve, createSsrfGuard } from "@flowlix/runtime";
import type { KeyCache } from "../access/key-cache.ts";
import type { GatewayConfig } from "../config.ts";
import { acquirerUrlCheck } from "./acquirer-url.ts";
import type { AccountsSender } from "./accounts-sender.ts";

/** What operators' acts on merchants' accounts at acquirers need of an installation's settings. */
function accountActs({
  ACQUIRER_SECRET_KEYS: ring,
  ACQUIRER_LOOPBACK,
  PUBLIC_URL: publicUrl,
}: Pick<GatewayConfig, "ACQUIRER_SECRET_KEYS" | "ACQUIRER_LOOPBACK" | "PUBLIC_URL">) {
  const loopback = ACQUIRER_LOOPBACK === "true";
  const guard = createSsrfGuard({ resolve: createResolve(), loopback });
  return {
    secrets: ring === undefined ? undefined : createAccountSecrets(ring),
    checkUrl: acquirerUrlCheck(guard, { publicUrl, loopback }),
  };
}

/** What operators' acts need to be felt in this process at once, and by the owners after them. */
export const felt = (
  config: GatewayConfig,
  keys: Pick<KeyCache, "clear">,
  accountsSender: Pick<AccountsSender, "now">,
) => ({
  onAccountsChanged: () => keys.clear(),
  acquirers: { ...accountActs(config), send: () => accountsSender.now() },
});
