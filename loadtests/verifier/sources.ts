import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import type { ApiPayment, ApiPayout, BookLine } from "./books.ts";

/** One merchant's key, and when the first run of its verifier began. */
export interface Reader {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Unix seconds */
  readonly since: number;
}

const PAGE = 100;
const TIMEOUT_MS = 60_000;
const TRIES_MAX = 30;
const PAUSE_MS = 1_000;

/** Every Payment since then, refunds included. */
export const paymentsOf = (reader: Reader): Promise<ApiPayment[]> =>
  all<ApiPayment>(reader, "/v1/payments", "");

export const payoutsOf = (reader: Reader): Promise<ApiPayout[]> => all<ApiPayout>(reader, "/v1/payouts", "");

/** How many Payments and Payouts have not ended, of each at most a page. */
export async function openOnes(reader: Reader): Promise<number> {
  const open = "&status=PENDING&status=PROCESSING";
  const pages = await Promise.all([
    page<ApiPayout>(reader, `/v1/payments?${since(reader)}${open}&status=REQUIRES_ACTION`),
    page<ApiPayout>(reader, `/v1/payouts?${since(reader)}${open}`),
  ]);
  return pages.reduce((sum, { data }) => sum + data.length, 0);
}

const since = ({ since: from }: Reader): string => `limit=${PAGE}&created%5Bgte%5D=${from}`;

async function all<T extends { readonly id: string }>(
  reader: Reader,
  path: string,
  more: string,
): Promise<T[]> {
  const objects: T[] = [];
  for (let cursor = ""; ;) {
    const { data, has_more: hasMore } = await page<T>(reader, `${path}?${since(reader)}${more}${cursor}`);
    objects.push(...data);
    const last = data.at(-1);
    if (!hasMore || last === undefined) return objects;
    cursor = `&starting_after=${last.id}`;
  }
}

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** Asks again where the platform is away or the key's quota is used up. A read that fails is no finding. */
async function page<T>({ baseUrl, apiKey }: Reader, path: string): Promise<Page<T>> {
  for (let tries = 1; ; tries += 1) {
    const said = await answerOf(`${baseUrl}${path}`, { authorization: `Bearer ${apiKey}` });
    if (said.ok) {
      const answer: Page<T> = JSON.parse(said.text);
      return answer;
    }
    if (tries === TRIES_MAX) throw new Error(`${path} answers ${said.text.slice(0, 300)}`);
    await pause(PAUSE_MS);
  }
}

async function answerOf(
  url: string,
  headers: Record<string, string>,
): Promise<{ ok: boolean; text: string }> {
  try {
    const { status, text } = await ask(url, { headers, timeoutMs: TIMEOUT_MS });
    const ok = status >= 200 && status < 300;
    return { ok, text: ok ? text : `${status} ${text}` };
  } catch (error) {
    return { ok: false, text: String(error) };
  }
}

/** Where executions are to be read: the acquirer's own book, or its statements by day, with its API key. */
export type BookSource =
  | { readonly kind: "book"; readonly url: string }
  | { readonly kind: "statement"; readonly url: string; readonly apiKey: string };

/** @param since Unix seconds: statements are read from its day (UTC) on */
export async function readBook(source: BookSource, from: number): Promise<BookLine[]> {
  if (source.kind === "book") return readLines(`${source.url}/book`, {});
  const lines: BookLine[] = [];
  for (const day of daysSince(from, Date.now())) {
    const headers = { authorization: `Bearer ${source.apiKey}` };
    lines.push(...(await readLines(`${source.url}/v1/statements/${day}`, headers)));
  }
  return lines;
}

export function daysSince(from: number, nowMs: number): string[] {
  const days: string[] = [];
  const DAY_MS = 86_400_000;
  const first = Math.floor((from * 1_000) / DAY_MS) * DAY_MS;
  for (let day = first; day <= nowMs; day += DAY_MS) days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

/** A statement's last line counts the others. Without that line the statement is not whole. */
async function readLines(url: string, headers: Record<string, string>): Promise<BookLine[]> {
  const signal = AbortSignal.timeout(10 * TIMEOUT_MS);
  // Streamed, for a long book; what fetch says of a failure names neither the address nor the reason.
  const answer = await fetch(url, { headers, signal }).catch((error: unknown) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${url} does not answer: ${String(reason)}`, { cause: error });
  });
  if (!answer.ok || answer.body === null) throw new Error(`${url} answers ${answer.status}`);
  const lines: BookLine[] = [];
  let end: number | null = null;
  for await (const text of createInterface({ input: Readable.fromWeb(answer.body) })) {
    if (text === "") continue;
    const line: BookLine | { readonly kind: "end"; readonly lines: number } = JSON.parse(text);
    if (line.kind === "end") end = line.lines;
    else lines.push(line);
  }
  if (url.includes("/statements/") && end !== lines.length)
    throw new Error(`${url} is not whole: ${lines.length} lines, ${end ?? "none"} announced`);
  return lines;
}
