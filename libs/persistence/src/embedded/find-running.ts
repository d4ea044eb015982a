import { resolve } from "node:path";
import { findBinaries } from "./binaries.ts";
import { findPostmaster } from "./postmaster.ts";
import { chooseRunAs } from "./run-as.ts";
import { urlOf } from "./server-address.ts";
import type { EmbeddedPostgresOptions } from "./start-embedded-postgres.ts";

/**
 * Address of the server that has this data directory open now, no matter who started it; undefined where none has.
 * Holds the password. Errors: EmbeddedPostgresError `not_permitted`, `no_binaries`.
 */
export async function findRunningPostgres({
  dataDir,
  ownsParent = false,
  superuserPassword,
}: Pick<EmbeddedPostgresOptions, "dataDir" | "ownsParent" | "superuserPassword">): Promise<
  string | undefined
> {
  const { postgres } = await findBinaries();
  const path = resolve(dataDir);
  const runAs = await chooseRunAs({ binary: postgres, dataDir: path, ownsParent });
  const server = await findPostmaster(runAs.files(path));
  return server?.ready === true ? urlOf(server.port, { superuserPassword }) : undefined;
}
