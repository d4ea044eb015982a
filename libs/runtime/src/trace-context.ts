import { randomFillSync } from "node:crypto";
import { scrubLine } from "./scrub.ts";

/**
 * A place in a trace, in the words of W3C Trace Context: `traceparent` always of version 00 and sound,
 * `tracestate` as it came. Goes along with calls as it is, in their meta (docs/design/architecture.md#scope).
 */
export interface Trace {
  readonly traceparent: string;
  readonly tracestate?: string;
}

type Header = string | readonly string[] | undefined;

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?=-|$)/;
const LENGTH = 55;
const STATE_LENGTH_MAX = 512;
const STATE_MEMBERS_MAX = 32;
const STATE_KEY = /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})$/;
const STATE_VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/;

/**
 * The trace that a request from outside continues; undefined where it names none or none that can be read,
 * which is no fault of the request (W3C Trace Context §4.3). What a log line may not show is nothing to go
 * on with either, so that the ids of a trace are the same everywhere.
 */
export function incomingTrace(headers: Readonly<Record<string, Header>>): Trace | undefined {
  const given = headers["traceparent"];
  if (typeof given !== "string") return undefined;
  const text = given.trim();
  // Version 00 ends there; what a later one appends is not ours to read.
  if (!TRACEPARENT.test(text) || (text.startsWith("00") && text.length !== LENGTH)) return undefined;
  const ids = text.slice(3, 52);
  if (isMaskedId(traceIdIn(text)) || isMaskedId(spanIdIn(text))) return undefined;
  const traceparent = `00-${ids}-${isSampledFlag(text) ? "01" : "00"}`;
  const tracestate = stateOf(headers["tracestate"]);
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}

/** All of it or nothing: it goes on unchanged or not at all. */
function stateOf(given: Header): string | undefined {
  const text = typeof given === "string" || given === undefined ? given : given.join(",");
  if (text === undefined || text === "" || text.length > STATE_LENGTH_MAX) return undefined;
  const members = text.split(",");
  const isSound = members.length <= STATE_MEMBERS_MAX && members.every(isStateMember);
  return isSound && !isMasked(text) ? text : undefined;
}

/** `key=value` with blanks around it, or nothing (W3C Trace Context §3.3.1). */
function isStateMember(member: string): boolean {
  if (!/^[\t\x20-\x7e]*$/.test(member)) return false;
  const text = member.trim();
  const equals = text.indexOf("=");
  if (equals === -1) return text === "";
  return STATE_KEY.test(text.slice(0, equals)) && STATE_VALUE.test(text.slice(equals + 1));
}

/** The trace that a call of ours came with; undefined where its caller sent none. */
export function traceOf(meta: unknown): Trace | undefined {
  if (typeof meta !== "object" || meta === null || !("traceparent" in meta)) return undefined;
  const { traceparent } = meta;
  if (!isTraceparent(traceparent)) return undefined;
  const tracestate = "tracestate" in meta ? meta.tracestate : undefined;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
}

/** Whether this is a traceparent as we write it. */
export const isTraceparent = (value: unknown): value is string =>
  typeof value === "string" && value.length === LENGTH && TRACEPARENT.test(value);

/** A trace that begins here. Nobody records it yet, so it is not sampled. */
export const newTrace = (): Trace => ({ traceparent: `00-${newTraceId()}-${newSpanId()}-00` });

const traceIdIn = (traceparent: string): string => traceparent.slice(3, 35);
const spanIdIn = (traceparent: string): string => traceparent.slice(36, 52);
const isSampledFlag = (traceparent: string): boolean =>
  (Number.parseInt(traceparent.slice(53, 55), 16) & 1) === 1;

export const traceIdOf = ({ traceparent }: Trace): string => traceIdIn(traceparent);
export const spanIdOf = ({ traceparent }: Trace): string => spanIdIn(traceparent);
export const isSampled = ({ traceparent }: Trace): boolean => isSampledFlag(traceparent);

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
/** So many digits in a row may look like a card number, and a log would mask them. */
const LONG_DIGITS = /[0-9]{12}/;

/** One system call gives the randomness of about 170 traces. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

export const newTraceId = (): string => newHex(TRACE_ID_BYTES);
export const newSpanId = (): string => newHex(SPAN_ID_BYTES);

function newHex(bytes: number): string {
  for (;;) {
    if (used + bytes > pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const text = pool.toString("hex", used, used + bytes);
    used += bytes;
    if (!LONG_DIGITS.test(text)) return text;
  }
}

const isMaskedId = (id: string): boolean => LONG_DIGITS.test(id) && isMasked(id);

const isMasked = (text: string): boolean => scrubLine(`"${text}"`) !== `"${text}"`;
