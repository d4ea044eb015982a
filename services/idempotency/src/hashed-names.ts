import type { Pool } from "pg";
import { HASHED_NAME_MARK, isHashedName } from "@flowlix/contracts";
import { query } from "@flowlix/persistence";
import type { NamedKey } from "./new-record.ts";

/** Of a gateway that has not begun to hash, or of a release that cannot. Around the change both names are sent. */
export const hasClearNameAlone = ({ idempotency_key, other_names }: NamedKey): boolean =>
  !isHashedName(idempotency_key) && other_names === undefined;

/** What `hasClearNameAlone` says, in the statement that inserts: the table is read only for such a name. */
export const MAY_BE_BEGUN = `(starts_with(input.idempotency_key, '${HASHED_NAME_MARK}') or input.other_names is not null
            or not exists (select from idempotency.hashed_names))`;

/** Notes a hashed name before the first one is stored; a process asks once. Errors: the driver's. */
export function createHashedNames(pool: Pool) {
  let noted = false;
  return {
    mustNote: ({ idempotency_key }: NamedKey): boolean => !noted && isHashedName(idempotency_key),
    async note(): Promise<void> {
      await query(pool, {
        name: "idempotency_note_hashed_names",
        text: `insert into idempotency.hashed_names (first_at) values (platform.clock()) on conflict do nothing`,
        values: [],
      });
      noted = true;
    },
  };
}

export async function areNoted(pool: Pool): Promise<boolean> {
  const rows = await query(pool, {
    name: "idempotency_hashed_names",
    text: `select 1 as noted from idempotency.hashed_names`,
    values: [],
  });
  return rows.length === 1;
}
