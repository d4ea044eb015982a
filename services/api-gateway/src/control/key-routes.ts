import type { DataSource } from "typeorm";
import { createKey, listKeys, revokeKey, rollKey } from "../store/keys-store.ts";
import { showMerchant } from "../store/merchants-store.ts";
import { idArg, instantArg, integerArg, modeArg, permissionsArg } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const DAY_MS = 86_400_000;
/** The default overlap of a roll; a year is as good as never rolling (docs/design/decisions.md#key-roll). */
const OVERLAP_MS = { min: 0, max: 365 * DAY_MS, default: DAY_MS };

export interface KeyRouteDeps {
  readonly db: DataSource;
  readonly onAccountsChanged: () => void;
}

export function keyRoutes({ db, onAccountsChanged }: KeyRouteDeps): readonly ControlRoute[] {
  return [
    {
      method: "POST",
      path: "/keys",
      handle: (request) =>
        createKey(
          db,
          {
            merchantId: idArg(request, "merchant", "merchant"),
            livemode: modeArg(request) === "live",
            permissions: permissionsArg(request),
            expiresAt: instantArg(request, "expires_at"),
          },
          request.actor,
        ),
    },
    {
      method: "GET",
      path: "/merchants/:merchant/keys",
      handle: async (request) => {
        const { merchant_id: id } = await showMerchant(db, idArg(request, "merchant", "merchant"));
        return { keys: await listKeys(db, id) };
      },
    },
    {
      method: "POST",
      path: "/keys/:key_id/revoke",
      handle: async (request) => {
        const key = await revokeKey(db, idArg(request, "key", "key_id"), request.actor);
        onAccountsChanged();
        return key;
      },
    },
    {
      method: "POST",
      path: "/keys/:key_id/roll",
      handle: async (request) => {
        const overlapMs = integerArg(request, "overlap_ms", OVERLAP_MS);
        const issued = await rollKey(db, idArg(request, "key", "key_id"), overlapMs, request.actor);
        onAccountsChanged();
        return issued;
      },
    },
  ];
}
