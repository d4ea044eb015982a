import type { Scope } from "@flowlix/contracts";
import { query, settledUntilSql, sqlState, type Pool } from "@flowlix/persistence";
import { DomainError } from "@flowlix/runtime";
import { tableOf, type OwnerName } from "../owner/owner-name.ts";

/** Where an object stands in the order of acceptance, as the database writes it: exact, whatever a Date can hold. */
export interface Position {
  readonly created_at: string;
  readonly seq: string;
}

/** Rows on the far side of a position. */
export type From<At = Position> =
  | { readonly going: "older"; readonly position: At }
  | {
      readonly going: "newer";
      readonly position: At;
      /** Where the table was complete up to before this page is read (`settledUntilSql`): there it ends. */
      readonly settledUntil: string;
    };

interface Cursors {
  readonly starting_after: string | null;
  readonly ending_before: string | null;
}

/**
 * From where a list begins; null at its newest. A cursor is a position only, and need not match the filters; but it
 * must exist. Errors: invalid_search_criteria with the cursor that names nothing.
 */
export async function startOfList<At>(
  { starting_after, ending_before }: Cursors,
  find: (id: string, going: From<At>["going"]) => Promise<From<At> | null>,
): Promise<From<At> | null> {
  const id = starting_after ?? ending_before;
  if (id === null) return null;
  const from = await find(id, starting_after === null ? "newer" : "older");
  if (from !== null) return from;
  const param = starting_after === null ? "ending_before" : "starting_after";
  throw noSuchPosition(param);
}

/** Why a list has no place of this cursor. */
export const noSuchPosition = (param: "starting_after" | "ending_before"): DomainError =>
  new DomainError("invalid_search_criteria", {
    param,
    explanation: `${param} names nothing that this list has: it is of another list, or was deleted. Send the id of an object that a page of it shows now, or begin anew without ${param}.`,
  });

/** From where an object of a merchant's mode stands; null where it has none of that id. */
export async function findPosition(
  pool: Pool,
  owner: OwnerName,
  { scope, id, going }: { readonly scope: Scope; readonly id: string; readonly going: From["going"] },
): Promise<From | null> {
  const table = tableOf(owner);
  const [found] = await query<Position & { settled_until: string }>(pool, {
    name: `${owner}_position_${going}`,
    text: `select p.created_at::text as created_at, p.seq::text as seq,
                  ${going === "newer" ? settledUntilSql(table) : "null"} as settled_until
             from ${table} as p where p.id = $1 and p.merchant_id = $2 and p.livemode = $3`,
    values: [id, scope.merchant_id, scope.livemode],
  });
  if (found === undefined) return null;
  const { settled_until: settledUntil, ...position } = found;
  return going === "newer" ? { going, position, settledUntil } : { going, position };
}

const QUERY_CANCELED = "57014";
const RETRY_AFTER_S = 5;

/**
 * Reads a page. Errors: service_unavailable where that takes longer than a list may; a shorter range of `created`
 * helps.
 */
export async function readPageInTime<Page>(read: () => Promise<Page>): Promise<Page> {
  try {
    return await read();
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
  }
}
