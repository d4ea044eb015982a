import type { LoggedRequest } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { unpacked, type PackedLine } from "./packed-lines.ts";
import { TAKEN_OUT } from "./shown-fields.ts";

/** What of the log a key may read: all of its merchant, or what was sent with it alone. */
export interface LogScope {
  readonly merchantId: string;
  readonly keyId: string | null;
}

export interface LogPage {
  readonly after: string | null;
  readonly before: string | null;
  readonly limit: number;
  /** Those that were answered with an error alone; of at most as many as are kept of a merchant. */
  readonly onlyErrors: boolean;
}

type Detail = LoggedRequest & { readonly request_body: string | null; readonly answer_body: string | null };

interface Row extends Omit<PackedLine, "before_ms"> {
  readonly seq: string;
  readonly at_ms: number;
  readonly earlier: Buffer | null;
}

/** A row with its lines, the oldest first, and which of them was looked for. */
interface Place {
  readonly seq: string;
  readonly lines: readonly Detail[];
  readonly index: number;
}

const COLUMNS = `l.seq::text as seq, floor(extract(epoch from l.at) * 1000)::bigint as at_ms, l.request_id, l.key_id,
  l.method, l.path, l.status, l.error_code, l.idempotent_replay, l.duration_ms, l.object_id, l.request_body,
  l.answer_body, l.earlier`;

/** Rows of that merchant that hold a line which may be read. */
const READABLE = `l.merchant_id = $1 and ($2::text is null or l.key_id = $2 or $2 = any (l.earlier_keys))
  and (not $3::boolean or l.status >= 400 or l.earlier_errors > 0)`;
/** How many lines of a row are on the page at least: with which key each was sent, the row does not say. */
const SURELY = `case when $2::text is not null then 1
                     when $3::boolean then l.earlier_errors + (l.status >= 400)::integer
                     else l.earlier_count + 1 end`;

/** No more rows than a page needs; packed lines are read of these alone. */
const pageSql = (where: string, order: "asc" | "desc"): string => `
  select ${COLUMNS}
    from (select r.seq, sum(r.lines) over (order by r.seq ${order}) - r.lines as sooner
            from (select l.seq, ${SURELY} as lines from gateway.request_log as l
                   where ${READABLE} and ${where} order by l.seq ${order} limit $4) as r) as near
    join gateway.request_log as l on l.merchant_id = $1 and l.seq = near.seq
   where near.sooner < $4 order by l.seq ${order}`;

const NEWER = pageSql("l.seq > $5::bigint", "asc");
const OLDER = pageSql("($5::bigint is null or l.seq < $5)", "desc");

/**
 * A page, oldest first. Of `after` more may follow behind it, of the others before it. After a line that is kept no
 * more everything is newer: who follows the log of a quiet merchant goes on.
 */
export async function listLines(
  read: Pool,
  scope: LogScope,
  page: LogPage,
): Promise<{ data: LoggedRequest[]; has_more: boolean }> {
  const { after, before, limit } = page;
  const named = after ?? before;
  const place = named === null ? null : await findPlace(read, scope.merchantId, named);
  if (before !== null && place === null) return { data: [], has_more: false };
  if (after !== null) {
    const rest = place?.lines.slice(place.index + 1) ?? [];
    const found = await collect(read, scope, page, { to: "newer", from: place?.seq ?? "0", first: rest });
    return { data: found.slice(0, limit).map(summaryOf), has_more: found.length > limit };
  }
  const sooner = place?.lines.slice(0, place.index).toReversed() ?? [];
  const found = await collect(read, scope, page, { to: "older", from: place?.seq ?? null, first: sooner });
  return { data: found.slice(0, limit).toReversed().map(summaryOf), has_more: found.length > limit };
}

interface Way {
  readonly to: "newer" | "older";
  readonly from: string | null;
  /** Lines of the row where the way begins. */
  readonly first: readonly Detail[];
}

/** The lines that may be read on the way from a place, one more than a page has where there are as many. */
async function collect(
  read: Pool,
  { merchantId, keyId }: LogScope,
  { limit, onlyErrors }: LogPage,
  { to, from, first }: Way,
): Promise<Detail[]> {
  const statement = { name: `gateway_list_requests_${to}`, text: to === "newer" ? NEWER : OLDER };
  const isWanted = (line: Detail) =>
    (keyId === null || line.key_id === keyId) && (!onlyErrors || line.status >= IS_ERROR);
  const found = first.filter(isWanted);
  for (let place = from; found.length <= limit;) {
    const values = [merchantId, keyId, onlyErrors, limit + 1, place];
    const rows = await query<Row>(read, { ...statement, values });
    const lines = rows.map(linesOf).flatMap((of) => (to === "newer" ? of : of.toReversed()));
    found.push(...lines.filter(isWanted));
    // The key and the error that led to a row may be those of two lines; otherwise it has one that is wanted.
    if (rows.length === 0 || keyId === null || !onlyErrors) break;
    place = rows.at(-1)?.seq ?? place;
  }
  return found;
}

/** A line with its bodies; null where the key may not read it, or it is kept no more. */
export async function readLine(read: Pool, scope: LogScope, requestId: string): Promise<Detail | null> {
  const place = await findPlace(read, scope.merchantId, requestId);
  const line = place?.lines[place.index];
  return line === undefined || (scope.keyId !== null && line.key_id !== scope.keyId) ? null : line;
}

const IS_ERROR = 400;

/** Ids grow with the time, so few rows can hold one; the newest is looked at first. */
const CANDIDATES = `
  select ${COLUMNS} from gateway.request_log as l
   where l.merchant_id = $1
     and (l.request_id = $2 or (l.ids_from collate "C" <= $2 and l.ids_to collate "C" >= $2))
   order by l.seq desc limit $3`;
/** As many as are written while the longest request is answered. */
const CANDIDATES_MAX = 100;

async function findPlace(read: Pool, merchantId: string, requestId: string): Promise<Place | null> {
  const rows = await query<Row>(read, {
    name: "gateway_find_request",
    text: CANDIDATES,
    values: [merchantId, requestId, CANDIDATES_MAX],
  });
  for (const row of rows) {
    const lines = linesOf(row);
    const index = lines.findIndex((line) => line.request_id === requestId);
    if (index >= 0) return { seq: row.seq, lines, index };
  }
  return null;
}

function linesOf({ seq: _seq, earlier, ...last }: Row): Detail[] {
  const sooner = unpacked(earlier).map(({ before_ms: beforeMs, ...line }) => ({
    ...line,
    at_ms: last.at_ms - beforeMs,
  }));
  return [...sooner, last].map((line) => ({ ...line, ...reasonOf(line) }));
}

/** Why it failed, of the body that is kept; nothing stands there where something was taken out. */
function reasonOf({ status, answer_body: body }: Pick<Detail, "status" | "answer_body">) {
  const answer: unknown = status >= IS_ERROR && body !== null ? JSON.parse(body) : null;
  const error = answer !== null && typeof answer === "object" && "error" in answer ? answer.error : null;
  const textOf = (name: "param" | "message"): string | null => {
    const value: unknown =
      error !== null && typeof error === "object" ? Reflect.get(error ?? {}, name) : null;
    return typeof value === "string" && value !== TAKEN_OUT ? value : null;
  };
  return {
    error_param: textOf("param"),
    error_message: textOf("message")?.replace(` ${TAKEN_OUT}`, "") ?? null,
  };
}

const summaryOf = ({ request_body: _request, answer_body: _answer, ...line }: Detail): LoggedRequest => line;
