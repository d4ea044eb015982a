import {
  JOURNAL_KINDS,
  MOVEMENTS,
  type BookLine,
  type JournalKind,
  type JournalPosition,
} from "@flowlix/contracts";
import type { Pool } from "pg";
import { query } from "@flowlix/persistence";
import { ofSourceSql, sourceValues, type StatementSource } from "./statement-source.ts";
import { atAnotherAccountSql, type JournalTables } from "./journal-tables.ts";

export interface LinesAsked {
  readonly livemode: boolean;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly after: JournalPosition | null;
  readonly limit: number;
}

export type BookLinesAsked = LinesAsked & StatementSource;

export interface Lines {
  readonly lines: BookLine[];
  readonly next: JournalPosition | null;
}

interface Row extends BookLine {
  readonly at_us: number;
  readonly journal_kind: JournalKind;
}

/** The kind of line that a movement is, as the condition of a `case`. */
const LINE_KIND = `case j.kind ${JOURNAL_KINDS.flatMap((kind) => {
  const { line } = MOVEMENTS[kind];
  return line === null ? [] : [`when '${kind}' then '${line}'`];
}).join(" ")} end`;

/** Our books between two moments, as lines that can be compared with those of the provider's statement. */
export async function bookLines(pool: Pool, tables: JournalTables, asked: BookLinesAsked): Promise<Lines> {
  const { livemode, from_ms, to_ms, after, limit } = asked;
  const rows = await query<Row>(pool, {
    name: "journal_book_lines",
    text: linesSql(tables),
    values: [
      livemode,
      from_ms,
      to_ms,
      after?.at_us ?? null,
      after?.object_id ?? "",
      after?.kind ?? "",
      limit,
      ...sourceValues(asked),
    ],
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    lines: rows.map(({ reference, kind, amount, currency, at_ms }) => ({
      reference,
      kind,
      amount,
      currency,
      at_ms,
    })),
    next: last === undefined ? null : positionOf(last),
  };
}

const positionOf = ({ at_us, reference, journal_kind }: Row): JournalPosition => ({
  at_us,
  object_id: reference,
  kind: journal_kind,
});

// A charge that was found late and then made its Payment's own was charged once, when it was found. One that was found
// at another account stands beside it.
function linesSql(tables: JournalTables): string {
  const { schema, objects, late, kind, firstAccount } = tables;
  const since = `coalesce(timestamptz 'epoch' + $4::bigint * interval '1 microsecond', timestamptz 'epoch' + $2::bigint * interval '1 ms')`;
  return `
    select j.object_id as reference, ${LINE_KIND} as kind, j.amount, j.currency,
           floor(extract(epoch from j.at) * 1000)::bigint as at_ms, (extract(epoch from j.at) * 1000000)::bigint as at_us,
           j.kind as journal_kind
      from ${schema}.journal as j left join ${schema}.${objects} as o on o.id = j.object_id collate "default"
     where j.livemode = $1 and j.at >= ${since} and j.at < timestamptz 'epoch' + $3::bigint * interval '1 ms'
       and ($4::bigint is null or (j.at, j.object_id, j.kind) > (${since}, $5, $6))
       and ${LINE_KIND} is not null and ${ofSourceSql("o", "$8", "$9", atAnotherAccountSql(tables))}
       and not (j.kind = '${kind}' and exists (
             select from ${schema}.journal as found where found.object_id = j.object_id and found.kind = '${late.kind}'${firstAccount === undefined ? "" : " and found.provider_account is null"}))
     order by j.at, j.object_id, j.kind limit $7`;
}
