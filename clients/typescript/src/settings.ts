import { sleep } from "./sleep.ts";
import { VERSION } from "./version.ts";

export interface ClientOptions {
  /** The API key; else that of the environment's `FLOWLIX_KEY`. Keep it on your server. */
  readonly key?: string;
  /** Where the API is, such as `https://api.example`; else `FLOWLIX_URL` of the environment. */
  readonly url?: string;
  /** Of one request, in milliseconds; the platform answers within 28 seconds. */
  readonly timeoutMs?: number;
  /** Of a call with its repeats, in milliseconds. A key whose answer was lost can be in use for 40 seconds. */
  readonly deadlineMs?: number;
  /** Your name and version, such as `my-shop/2.1`, for the User-Agent. */
  readonly appInfo?: string;
  readonly fetch?: typeof globalThis.fetch;
}

export interface Settings {
  readonly key: string;
  readonly url: string;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly userAgent: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** Whether the time passed; false where the signal ended it. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<boolean>;
}

const TIMEOUT_MS = 30_000;
const DEADLINE_MS = 90_000;
const TOKEN = /^[\x21-\x7e]+$/;
/** As a parsed URL writes these hosts. */
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;
const HEADER_TEXT = /^[\x20-\x7e]*$/;

/**
 * The settings of a client; throws a TypeError, which repeats nothing of a key, where one is missing or wrong, or where
 * a live key would travel in clear.
 */
export function settingsOf(options: ClientOptions): Settings {
  const { FLOWLIX_KEY, FLOWLIX_URL } = environment();
  const key = (options.key ?? FLOWLIX_KEY ?? "").trim();
  if (key === "") throw new TypeError("No API key: set FLOWLIX_KEY in the environment, or give `key`.");
  if (!TOKEN.test(key)) {
    const which = options.key === undefined ? "FLOWLIX_KEY" : "`key`";
    throw new TypeError(`${which} is not a whole key: it contains ${strangeIn(key)}.`);
  }
  const app = options.appInfo === undefined ? "" : ` ${options.appInfo}`;
  if (!HEADER_TEXT.test(app)) throw new TypeError("appInfo must be ASCII text.");
  const url = originOf(options.url ?? FLOWLIX_URL);
  if (key.startsWith("api_live_") && !isPrivate(url))
    throw new TypeError(
      "A live key does not travel in clear: give `url`, or FLOWLIX_URL, as https://… (http:// is for this machine alone).",
    );
  return {
    key,
    url,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    userAgent: `flowlix-typescript/${VERSION} ${runtimeName()}${app}`,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now: () => performance.now() + performance.timeOrigin,
    sleep,
  };
}

/** In words of our own: what is no key can be another secret. */
function strangeIn(key: string): string {
  if (key.includes("…")) return "“…”, which stands for the rest of it";
  return /\s/.test(key) ? "a space or a line break" : "a character that no key has";
}

function originOf(text: string | undefined): string {
  const url = parsed(text ?? "");
  const plain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url === undefined || !plain || !/^https?:$/.test(url.protocol))
    throw new TypeError(
      "Give `url`, or FLOWLIX_URL in the environment: where the API is, such as http://127.0.0.1:3000.",
    );
  return url.href.replace(/\/$/, "");
}

/** Whether nobody on the way can read what is sent there. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.test(hostname);
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

const environment = (): Record<string, string | undefined> =>
  typeof process === "undefined" ? {} : process.env;

const runtimeName = (): string =>
  typeof process === "undefined" ? "unknown" : `node/${process.versions.node} ${process.platform}`;
