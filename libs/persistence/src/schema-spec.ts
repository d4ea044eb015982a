import type { EntitySchema } from "typeorm";
import type { ServiceMigration } from "./compatibility.ts";
import type { SchemaHistory } from "./schema-catalogue.ts";

/** What a service owns in the database. */
export interface ServiceSchemaSpec {
  /** Name of the service; its role is `<prefix>_<service>`. */
  readonly service: string;
  readonly schema: string;
  /** In order, each class named `<What><timestamp in ms>`; never changed once released. */
  readonly migrations: readonly (new () => ServiceMigration)[];
  /** What each migration changes; without it nothing can be said of a database without kept checksums. */
  readonly history?: () => SchemaHistory;
  /** Trusted extensions that the migrations need. */
  readonly extensions?: readonly string[];
  readonly entities: readonly EntitySchema[];
}

/** The login role of a service: `flowlix`, `sandbox-acquirer` → `flowlix_sandbox_acquirer`. */
export function roleName(rolePrefix: string, service: string): string {
  return `${rolePrefix}_${service}`.replaceAll("-", "_");
}

/** The address of a database as a service's own role reaches it. */
export function roleUrl(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(role);
  url.password = encodeURIComponent(password);
  return url.href;
}
