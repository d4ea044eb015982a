import { open } from "node:fs/promises";
import { usageError } from "./cli-error.ts";
import { isRecord, recordOf } from "./records.ts";

/** A line of a log as an entry of a timeline, at the time of the process that wrote it. */
export interface LogEntry {
  readonly at_ms: number;
  /** Of those that are traced; null where the line names none of them. */
  readonly object_id: string | null;
  readonly part: "log";
  readonly what: string;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

/** What of a log belongs to a story. */
export interface FoundLines {
  /** The first `LINES_MAX`, in the order in which they were read. */
  readonly entries: readonly LogEntry[];
  readonly read: number;
  /** Found as well, and not among `entries`. */
  readonly more: number;
  /** Found in a line that is no JSON with a time, or perhaps in one of more than `LINE_LENGTH_MAX` characters. */
  readonly unread: number;
}

/** What a story looks for. */
export interface Sought {
  /** Ids and traces: a line belongs to it that holds one of them. */
  readonly texts: readonly string[];
  readonly objects: readonly string[];
}

type Chunks = AsyncIterable<string | Buffer>;

export const LINES_MAX = 1_000;
/** Lines of ours are shorter; a longer one is read no further, so that no file fills the memory. */
export const LINE_LENGTH_MAX = 64 * 1_024;
const TEXT_MAX = 200;
const FACTS_MAX = 24;

/** A file, or standard input for `-`. Errors: CliError usage where there is none to read. */
export async function openLog(path: string): Promise<Chunks> {
  if (path === "-") return process.stdin;
  try {
    const file = await open(path);
    return file.createReadStream();
  } catch (error) {
    throw unreadable(error, path);
  }
}

/** Reads a log to its end, and keeps what is sought. Errors: CliError usage where it cannot be read. */
export async function findLines(log: Chunks, sought: Sought, path: string): Promise<FoundLines> {
  const entries: LogEntry[] = [];
  let [read, more, unread] = [0, 0, 0];
  try {
    for await (const line of linesOf(log)) {
      read += 1;
      // What stands at the end of a line that is too long nobody knows.
      if (line.isWhole && !sought.texts.some((text) => line.text.includes(text))) continue;
      const entry = line.isWhole ? entryOf(line.text, sought.objects) : null;
      if (entry === null) unread += 1;
      else if (entries.length < LINES_MAX) entries.push(entry);
      else more += 1;
    }
  } catch (error) {
    throw unreadable(error, path);
  }
  return { entries, read, more, unread };
}

interface Line {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Of a line that is too long the beginning. */
async function* linesOf(log: Chunks): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = "";
  let isCut = false;
  for await (const chunk of log) {
    const pieces = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split("\n");
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        if (rest !== "") yield { text: rest, isWhole: !isCut };
        [rest, isCut] = ["", false];
      }
      isCut ||= rest.length + piece.length > LINE_LENGTH_MAX;
      rest = (rest + piece).slice(0, LINE_LENGTH_MAX);
    }
  }
  if (rest !== "") yield { text: rest, isWhole: !isCut };
}

/** As `kubectl logs --prefix` and `docker compose logs` say whose line it is. */
const WHOSE = /^\[?([^\s\]|{]{1,100})/;

function entryOf(text: string, objects: readonly string[]): LogEntry | null {
  const begin = text.indexOf("{");
  const line = begin === -1 ? null : parsed(text.slice(begin));
  if (line === null) return null;
  const { ts, msg, object_id: named, span_id: _span, level, err, ...fields } = line;
  const at_ms = typeof ts === "string" ? Date.parse(ts) : Number.NaN;
  if (Number.isNaN(at_ms)) return null;
  const [, from] = WHOSE.exec(text.slice(0, begin)) ?? [];
  return {
    at_ms,
    object_id: objects.find((id) => id === named) ?? objects.find((id) => text.includes(id)) ?? null,
    part: "log",
    what: cut(typeof msg === "string" ? msg : "-"),
    facts: factsOf({
      ...(level === "info" ? {} : { level }),
      ...fields,
      ...(err === undefined ? {} : { err: errorOf(err) }),
      ...(from === undefined ? {} : { from }),
    }),
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** What is no text, number or switch is for who reads the line itself. */
const factsOf = (fields: Readonly<Record<string, unknown>>): LogEntry["facts"] =>
  Object.fromEntries(
    Object.entries(fields)
      .flatMap(([name, value]): [string, string | number | boolean][] => {
        if (typeof value === "string") return [[cut(name), cut(value)]];
        return typeof value === "number" || typeof value === "boolean" ? [[cut(name), value]] : [];
      })
      .slice(0, FACTS_MAX),
  );

/** A stack is long; its first line is the message. */
function errorOf(error: unknown): string {
  const { name, code, message } = recordOf(error);
  const words = [textOf(name) ?? "Error", ...(textOf(code) === null ? [] : [`(${textOf(code)})`])];
  const [first = ""] = (textOf(message) ?? "").split("\n", 1);
  return `${words.join(" ")}: ${first}`;
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value) : null;

const cut = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}…`);

function unreadable(error: unknown, path: string): Error {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error))
    return error instanceof Error ? error : new Error("the log could not be read");
  return usageError(`--logs cannot be read (${error.code}): ${path}`, "--logs");
}
