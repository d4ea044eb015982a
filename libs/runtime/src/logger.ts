import { pino, type DestinationStream } from "pino";
import { toStandardOutput } from "./log-destination.ts";
import { contextFields } from "./request-context.ts";
import { scrubLine } from "./scrub.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type Logger = pino.Logger;

export interface LoggerOptions {
  readonly service: string;
  readonly instance: string;
  readonly level: LogLevel;
  /** Standard output when absent. */
  readonly destination?: DestinationStream;
}

/**
 * JSON, one line each: ts, level, service, instance, request_id, trace_id and span_id within a call, msg. Secrets are
 * taken out of the finished line, so that no way of logging gets round it (docs/design/architecture.md#rule-11).
 */
export function createLogger({ service, ...options }: LoggerOptions): Logger {
  return createLoggers(options)(service);
}

/**
 * The loggers of a process in which several services live. None is another's child: a line would then
 * name both services under one key.
 */
export function createLoggers({
  instance,
  level,
  destination,
}: Omit<LoggerOptions, "service">): (service: string) => Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    messageKey: "msg",
    errorKey: "err",
    timestamp: () => `,"ts":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    mixin: contextFields,
    serializers: { err: errorFields },
    hooks: { streamWrite: scrubLine },
  };
  const root = pino(options, destination ?? toStandardOutput());
  return (service) => root.child({ service, instance });
}

/** Name, code, message and stack, and the same of its causes; never other properties, which may hold parameters. */
export function errorFields(error: unknown): unknown {
  return errorFieldsAt(error, 0);
}

const CAUSES_MAX = 4;

function errorFieldsAt(error: unknown, depth: number): unknown {
  if (!(error instanceof Error))
    return typeof error === "string" ? { message: error } : { message: "not an error object" };
  const code =
    "code" in error && (typeof error.code === "string" || typeof error.code === "number")
      ? { code: error.code }
      : {};
  const cause =
    error.cause === undefined || depth === CAUSES_MAX ? {} : { cause: errorFieldsAt(error.cause, depth + 1) };
  return { name: error.name, ...code, message: error.message, stack: error.stack, ...cause };
}
