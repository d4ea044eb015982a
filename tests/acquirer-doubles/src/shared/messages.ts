import type { IncomingHttpHeaders } from "node:http";

export interface DoubleRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Anything but text is sent as JSON. */
export interface DoubleAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type DoubleHandler = (request: DoubleRequest) => DoubleAnswer | Promise<DoubleAnswer>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The JSON object of a body; null for anything else. */
export function objectOf({ body }: Pick<DoubleRequest, "body">): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    return isObject(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** A text, or the other one where it is none. */
export const textOf = (value: unknown, other = ""): string => (typeof value === "string" ? value : other);
