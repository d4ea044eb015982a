import type { Client } from "pg";
import { StandbyServerError, UnfitServerError } from "./migration-error.ts";

/**
 * Major versions of Postgres. The oldest is the first with what statements send (`is json object` of the relay);
 * tests run on the oldest and on the newest. The only place that names them; documents repeat them
 * (docs/operators.md#a-database-of-yours).
 */
export const POSTGRES_MAJORS = { oldest: 16, newest: 18 } as const;

/**
 * The operator's word that what is written is kept without fsync, or may be lost: a setting of the server, or in the
 * comment of the database, which an owner who is no superuser can write as well.
 */
const WITHOUT_FSYNC = "flowlix.without_fsync";

/** What a server, a database in it and a role there are, as one session sees them. */
export interface ServerFacts {
  readonly database: string;
  /** As the server says it: `16.14`. */
  readonly version: string;
  readonly major: number;
  readonly encoding: string;
  /** Whether text is in the order of its code points. */
  readonly by_code_point: boolean;
  readonly standby: boolean;
  readonly read_only: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly without_fsync: string | null;
  /** How many sessions of ordinary roles there may be at once. */
  readonly connections: number;
}

export interface ServerCheck {
  /** Each names what was found, what is wanted and how to mend it. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Understood by servers that are too old as well: they are to be refused by name, not by an error of this statement.
 */
const FACTS_SQL = `
  select quote_ident(datname) as database,
         current_setting('server_version') as version,
         current_setting('server_version_num')::int / 10000 as major,
         current_setting('server_encoding') as encoding,
         'B'::text < 'a'::text as by_code_point,
         pg_is_in_recovery() as standby,
         current_setting('default_transaction_read_only') as read_only,
         current_setting('fsync') as fsync,
         current_setting('full_page_writes') as full_page_writes,
         current_setting('synchronous_commit') as synchronous_commit,
         coalesce(nullif(current_setting('${WITHOUT_FSYNC}', true), ''),
           substring(shobj_description(oid, 'pg_database') from '${WITHOUT_FSYNC}=([a-z]+)')) as without_fsync,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as connections
    from pg_database where datname = current_database()`;

/**
 * Refuses a server on which the platform would not keep its promises: too old, another encoding or order of text, one
 * that takes no writes, forgets what it confirmed, or has fewer connections than `connections`, those that this process
 * may open (none are counted unless named). `onWarning` gets what is worth a line, each line once in a process.
 * Errors: UnfitServerError with every problem on one line; StandbyServerError where nothing else is wrong with it; the
 * driver's.
 */
export async function requireFitServer(
  db: Pick<Client, "query">,
  onWarning: (line: string) => void,
  connections = 0,
): Promise<void> {
  const { rows } = await db.query<ServerFacts>(FACTS_SQL);
  const [facts] = rows;
  if (facts === undefined) throw new UnfitServerError("Postgres says nothing about itself");
  const { problems, warnings } = checkServer(facts, connections);
  const [problem] = problems;
  // A failover under way looks like that, and passes.
  if (facts.standby && problem !== undefined && problems.length === 1) throw new StandbyServerError(problem);
  if (problem !== undefined) throw new UnfitServerError(problems.join("; "));
  for (const warning of warnings) {
    if (warned.has(warning)) continue;
    warned.add(warning);
    onWarning(warning);
  }
}

const warned = new Set<string>();

/** The rules themselves, of facts alone. */
export function checkServer(facts: ServerFacts, connections: number): ServerCheck {
  const problems = [
    versionProblem(facts),
    textProblem(facts),
    writeProblem(facts),
    commitProblem(facts),
    diskProblem(facts),
    connectionsProblem(facts, connections),
  ].filter((problem) => problem !== undefined);
  const { major, version } = facts;
  const { newest } = POSTGRES_MAJORS;
  const untested = `Postgres ${version} is newer than ${newest}, the newest that this release was tested on`;
  return { problems, warnings: major > newest ? [untested] : [] };
}

function versionProblem({ major, version }: ServerFacts): string | undefined {
  const { oldest, newest } = POSTGRES_MAJORS;
  if (major >= oldest) return undefined;
  return `the server is Postgres ${version}, and ${oldest} to ${newest} are supported: upgrade it, or name another server`;
}

/** Ids sort by time only where text is in the order of its code points; languages put `a` before `B`. */
function textProblem({ encoding, by_code_point: byCodePoint }: ServerFacts): string | undefined {
  if (encoding !== "UTF8")
    return `the database is encoded as ${encoding}; it must be UTF8: make another one with the encoding UTF8`;
  if (byCodePoint) return undefined;
  return "the database sorts text as a language does; it must be made with the locale C or C.UTF-8 (or PG_UNICODE_FAST)";
}

function writeProblem({ standby, read_only: readOnly, database }: ServerFacts): string | undefined {
  if (standby) return "the server is a standby and takes no writes: name the primary";
  if (readOnly !== "on") return undefined;
  return `default_transaction_read_only is on, and the platform has to write: alter database ${database} set default_transaction_read_only = off`;
}

/** No storage makes up for it: a crash of the server alone loses what merchants were told. */
function commitProblem({ synchronous_commit: commit, database }: ServerFacts): string | undefined {
  if (commit !== "off") return undefined;
  return `synchronous_commit is off, so a crash loses payments that were confirmed; it must be on: alter database ${database} set synchronous_commit = on`;
}

/** Some managed storage keeps what it was given without either; the server cannot tell, so its operator has to. */
function diskProblem(facts: ServerFacts): string | undefined {
  const off = (["fsync", "full_page_writes"] as const).filter((name) => facts[name] === "off");
  if (off.length === 0 || facts.without_fsync === "accepted") return undefined;
  const [names, are, them] =
    off.length === 1 ? [off[0], "is", "it"] : [off.join(" and "), "are", "both of them"];
  return `${names} ${are} off, so a power failure loses payments or all data; turn ${them} on, or, where the storage keeps what is written all the same, say so: comment on database ${facts.database} is '${WITHOUT_FSYNC}=accepted'`;
}

function connectionsProblem({ connections: there }: ServerFacts, needed: number): string | undefined {
  if (there >= needed) return undefined;
  return `the server has ${there} connections to give (max_connections less what is reserved), and this process alone may open ${needed}: raise max_connections to at least 200`;
}
