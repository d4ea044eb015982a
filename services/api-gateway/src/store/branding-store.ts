import { createHash } from "node:crypto";
import { query, type NamedStatement, type Pools } from "@flowlix/persistence";
import type { EntityManager } from "typeorm";
import type { Branding } from "@flowlix/hosted-page";
import type { LogoImage } from "@flowlix/hosted-page/logo-image";
import { MerchantAccount } from "./entities.ts";

/** What is not named stays; null takes it away. */
export interface BrandingChange {
  readonly name?: string | null | undefined;
  readonly colour?: string | null | undefined;
  readonly logo?: LogoImage | null | undefined;
}

export interface Account {
  readonly merchantId: string;
  readonly livemode: boolean;
}

/** The merchant's name as payers see it, in SQL of an account `a` and its merchant `m`. */
export const NAME_FOR_PAYERS = "coalesce(a.display_name, m.name)";

const BRANDING: NamedStatement = {
  name: "gateway_branding",
  text: `
  select ${NAME_FOR_PAYERS} as name, a.colour, a.logo_sha256 as "logoSha256"
    from gateway.merchant_accounts a join gateway.merchants m on m.id = a.merchant_id
   where a.merchant_id = $1 and a.livemode = $2`,
};

/** Prepared on every connection for reads before the first request comes. */
export const BRANDING_STATEMENTS: readonly NamedStatement[] = [BRANDING];

/** One indexed read. An object's merchant has both accounts, so that there is none is a fault of ours. */
export async function readBranding(
  pool: Pools["read"],
  merchantId: string,
  livemode: boolean,
): Promise<Branding> {
  const values = [merchantId, livemode];
  const [row] = await query<Branding>(pool, { ...BRANDING, values });
  if (row === undefined) throw new Error(`no account of ${merchantId}`);
  return row;
}

const LOGO = "select type, bytes from gateway.logos where sha256 = $1";

export async function readLogo(pool: Pools["read"], sha256: string): Promise<LogoImage | null> {
  const [row] = await query<LogoImage>(pool, { name: "gateway_logo", text: LOGO, values: [sha256] });
  return row ?? null;
}

/**
 * Changes what payers see of an account, inside the transaction of the act; answers what the audit row
 * is to say. An account that does not exist is not reported here: nothing happens to it.
 */
export async function setBranding(
  manager: EntityManager,
  { merchantId, livemode }: Account,
  change: BrandingChange,
): Promise<Readonly<Record<string, string | null>>> {
  const logo = change.logo === undefined ? {} : { logo_sha256: await keepLogo(manager, change.logo) };
  const columns = {
    ...(change.name === undefined ? {} : { display_name: change.name }),
    ...(change.colour === undefined ? {} : { colour: change.colour?.toLowerCase() ?? null }),
    ...logo,
  };
  if (Object.keys(columns).length === 0) return {};
  await manager.update(MerchantAccount, { merchant_id: merchantId, livemode }, columns);
  if (change.logo !== undefined) await manager.query(FORGET_UNUSED);
  return columns;
}

const KEEP = "insert into gateway.logos (sha256, type, bytes) values ($1, $2, $3) on conflict do nothing";

/** What no account shows any more is kept for nobody. */
const FORGET_UNUSED = `
  delete from gateway.logos l
   where not exists (select from gateway.merchant_accounts a where a.logo_sha256 = l.sha256)`;

async function keepLogo(manager: EntityManager, logo: LogoImage | null): Promise<string | null> {
  // One change of logos at a time: the same file may come for one account while it goes for another.
  await manager.query("lock table gateway.logos in share row exclusive mode");
  if (logo === null) return null;
  const sha256 = createHash("sha256").update(logo.bytes).digest("hex");
  await manager.query(KEEP, [sha256, logo.type, logo.bytes]);
  return sha256;
}
