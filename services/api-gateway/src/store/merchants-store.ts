import { newId } from "@flowlix/runtime";
import { appendAudit, transact } from "@flowlix/persistence";
import type { DataSource, EntityManager } from "typeorm";
import { setBranding, type BrandingChange } from "./branding-store.ts";
import { Merchant, MerchantAccount, type MerchantAccountRow } from "./entities.ts";
import { modeOf } from "./mode.ts";
import { Refusal } from "./refusal.ts";

/** A merchant's account in one mode (docs/design/decisions.md#accounts). */
export interface AccountView {
  readonly payments: boolean;
  readonly payouts: boolean;
  readonly provisioned: boolean;
  readonly card_attempts: number;
  /** What is set for payers to see; where there is no name they see the merchant's. */
  readonly branding: {
    readonly name: string | null;
    readonly colour: string | null;
    readonly logo_sha256: string | null;
  };
}

export interface MerchantView {
  readonly merchant_id: string;
  readonly name: string;
  readonly created_at: number;
  readonly sandbox: AccountView;
  readonly live: AccountView;
}

export interface AccountChange {
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly payments?: boolean | undefined;
  readonly payouts?: boolean | undefined;
  readonly provisioned?: boolean | undefined;
  readonly cardAttempts?: number | undefined;
  readonly branding?: BrandingChange | undefined;
}

/**
 * A new merchant can take payments in Sandbox at once and is not provisioned in live
 * (docs/design/decisions.md#accounts).
 */
export function createMerchant(
  db: DataSource,
  name: string,
  actor: string,
): Promise<{ merchant_id: string }> {
  return transact(db, (manager) => insertMerchant(manager, name, actor));
}

/** The same within a transaction of the caller's. */
export async function insertMerchant(
  manager: EntityManager,
  name: string,
  actor: string,
): Promise<{ merchant_id: string }> {
  const id = newId("merchant");
  await manager.insert(Merchant, { id, name });
  const switches = { merchant_id: id, payments_enabled: true, payouts_enabled: true };
  await manager.insert(MerchantAccount, [
    { ...switches, livemode: false, provisioned: true },
    { ...switches, livemode: true, provisioned: false },
  ]);
  await appendAudit(manager, "gateway", { actor, act: "merchant.create", subject: id, detail: { name } });
  return { merchant_id: id };
}

interface MerchantWithAccounts {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly accounts: readonly MerchantAccountRow[];
}

const SELECT = `
  select m.id, m.name, floor(extract(epoch from m.created_at))::bigint as created_at, json_agg(a) as accounts
    from gateway.merchants m join gateway.merchant_accounts a on a.merchant_id = m.id`;

const LIST_MAX = 1000;

/** The newest merchants, at most 1,000. */
export async function listMerchants(db: DataSource): Promise<MerchantView[]> {
  const rows = await db.query<MerchantWithAccounts[]>(
    `${SELECT} group by m.id order by m.created_at desc, m.id desc limit $1`,
    [LIST_MAX],
  );
  return rows.map(viewOf);
}

/** Errors: Refusal not_found. */
export async function showMerchant(db: DataSource | EntityManager, id: string): Promise<MerchantView> {
  const rows = await db.query<MerchantWithAccounts[]>(`${SELECT} where m.id = $1 group by m.id`, [id]);
  const row = rows[0];
  if (row === undefined) throw new Refusal("not_found", `no such merchant: ${id}`);
  return viewOf(row);
}

/** Changes parts of an account; what is not named stays. Errors: Refusal not_found. */
export function updateAccount(db: DataSource, change: AccountChange, actor: string): Promise<MerchantView> {
  return transact(db, async (manager) => {
    await showMerchant(manager, change.merchantId);
    const switches = {
      ...(change.payments === undefined ? {} : { payments_enabled: change.payments }),
      ...(change.payouts === undefined ? {} : { payouts_enabled: change.payouts }),
      ...(change.provisioned === undefined ? {} : { provisioned: change.provisioned }),
      ...(change.cardAttempts === undefined ? {} : { card_attempts: change.cardAttempts }),
    };
    const where = { merchant_id: change.merchantId, livemode: change.livemode };
    if (Object.keys(switches).length > 0) await manager.update(MerchantAccount, where, switches);
    const branding = await setBranding(manager, change, change.branding ?? {});
    await appendAudit(manager, "gateway", {
      actor,
      act: "merchant.update",
      subject: change.merchantId,
      detail: { mode: modeOf(change.livemode), ...switches, ...branding },
    });
    return showMerchant(manager, change.merchantId);
  });
}

function viewOf(row: MerchantWithAccounts): MerchantView {
  const account = (livemode: boolean): AccountView => {
    const found = row.accounts.find((one) => one.livemode === livemode);
    return {
      payments: found?.payments_enabled ?? false,
      payouts: found?.payouts_enabled ?? false,
      provisioned: found?.provisioned ?? false,
      card_attempts: found?.card_attempts ?? 1,
      branding: {
        name: found?.display_name ?? null,
        colour: found?.colour ?? null,
        logo_sha256: found?.logo_sha256 ?? null,
      },
    };
  };
  return {
    merchant_id: row.id,
    name: row.name,
    created_at: row.created_at,
    sandbox: account(false),
    live: account(true),
  };
}
