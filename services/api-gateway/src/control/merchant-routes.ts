import { CARD_ATTEMPTS_MAX } from "@flowlix/contracts";
import type { DataSource } from "typeorm";
import { createMerchant, listMerchants, showMerchant, updateAccount } from "../store/merchants-store.ts";
import { Refusal } from "../store/refusal.ts";
import { brandingArgs } from "./branding-args.ts";
import { flagArg, idArg, modeArg, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const NAME_LENGTH_MAX = 255;
/** A logo of 64 KiB in base64, and the rest. */
const UPDATE_BYTES_MAX = 104 * 1024;

export interface MerchantRouteDeps {
  readonly db: DataSource;
  /** Whether a provider of live mode is configured at all. */
  readonly liveProvider: boolean;
  /** Makes an act felt in this process at once; other processes follow within the cache's seconds. */
  readonly onAccountsChanged: () => void;
}

export function merchantRoutes(deps: MerchantRouteDeps): readonly ControlRoute[] {
  const { db } = deps;
  return [
    {
      method: "POST",
      path: "/merchants",
      handle: (request) => createMerchant(db, textArg(request, "name", NAME_LENGTH_MAX), request.actor),
    },
    { method: "GET", path: "/merchants", handle: async () => ({ merchants: await listMerchants(db) }) },
    {
      method: "GET",
      path: "/merchants/:merchant_id",
      handle: (request) => showMerchant(db, idArg(request, "merchant", "merchant_id")),
    },
    {
      method: "PATCH",
      path: "/merchants/:merchant_id",
      bodyBytesMax: UPDATE_BYTES_MAX,
      handle: async (request) => {
        const change = {
          merchantId: idArg(request, "merchant", "merchant_id"),
          livemode: modeArg(request) === "live",
          payments: flagArg(request, "payments"),
          payouts: flagArg(request, "payouts"),
          provisioned: flagArg(request, "provisioned"),
          cardAttempts: cardAttemptsArg(request),
          branding: brandingArgs(request),
        };
        const { payments, payouts, provisioned, cardAttempts } = change;
        const named = [payments, payouts, provisioned, cardAttempts, ...Object.values(change.branding)];
        if (named.every((value) => value === undefined)) {
          throw new Refusal(
            "invalid_argument",
            "name at least one of payments, payouts, provisioned, card_attempts, name, colour, logo",
          );
        }
        if (change.livemode && provisioned === true && !deps.liveProvider) {
          throw new Refusal(
            "refused",
            "no live provider is configured, so nobody can be provisioned in live",
            "provisioned",
          );
        }
        const merchant = await updateAccount(db, change, request.actor);
        deps.onAccountsChanged();
        return merchant;
      },
    },
  ];
}

function cardAttemptsArg({ args }: ControlRequest): number | undefined {
  const value = args["card_attempts"];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= CARD_ATTEMPTS_MAX)
    return value;
  throw new Refusal(
    "invalid_argument",
    `card_attempts must be an integer of 1 to ${CARD_ATTEMPTS_MAX}`,
    "card_attempts",
  );
}
