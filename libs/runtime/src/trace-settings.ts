import type { Parsed, Setting } from "./config.ts";
import { choice, httpUrl, optional, setting } from "./settings.ts";

/** Where spans go, in the names that OpenTelemetry gives these settings. Without an endpoint none are made. */
export const TRACE_CONFIG = {
  /** Base address of a collector; `/v1/traces` is added. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl()),
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(["http/protobuf", "http/json"], { default: "http/protobuf" }),
  /** What the collector asks for, `name=value` separated by commas; a secret. */
  OTEL_EXPORTER_OTLP_HEADERS: optional(headers()),
  /**
   * Whether the gateway decides for all that belongs to a request, or everybody by the trace's id among what its caller
   * records.
   */
  OTEL_TRACES_SAMPLER: choice(["parentbased_traceidratio", "traceidratio"], {
    default: "parentbased_traceidratio",
  }),
  /** The share of traces to record, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: share(1),
  /** The part of that share which jobs have: every second there are several, and most find nothing to do. */
  TRACES_BACKGROUND_SHARE: share(0.01),
} as const;

export interface TraceSettings {
  readonly endpoint: string;
  readonly protocol: "http/protobuf" | "http/json";
  readonly headers: Readonly<Record<string, string>>;
  readonly sampler: "parentbased_traceidratio" | "traceidratio";
  readonly ratio: number;
  /** Of `ratio` again: for work that begins by itself. */
  readonly backgroundShare: number;
}

function share(otherwise: number): Setting<number> {
  return setting(
    (text): Parsed<number> => {
      const value = Number(text);
      return /^[0-9.]{1,20}$/.test(text) && value >= 0 && value <= 1
        ? { ok: true, value }
        : { ok: false, problem: "must be a number between 0 and 1" };
    },
    { default: otherwise },
  );
}

const HEADER = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]{1,128})=([\x21-\x7e][\x20-\x7e]{0,4095})$/;

function headers(): Setting<Readonly<Record<string, string>>> {
  return setting((text): Parsed<Readonly<Record<string, string>>> => {
    const value: Record<string, string> = {};
    for (const member of text.split(",")) {
      const [, name, given] = HEADER.exec(member) ?? [];
      if (name === undefined || given === undefined)
        return { ok: false, problem: "must be name=value, several separated by commas" };
      value[name] = decoded(given.trimEnd());
    }
    return { ok: true, value };
  });
}

/** OpenTelemetry has the values percent-encoded; what is not is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
