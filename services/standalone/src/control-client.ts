import { askHttp } from "@flowlix/runtime";
import { LaunchError } from "./launch-error.ts";

export interface ControlAccess {
  readonly controlUrl: string;
  readonly controlToken: string;
}

/**
 * One call of the gateway's control API. Errors: LaunchError with the gateway's own words; one that names the address
 * where nothing answers.
 */
export type ControlCall = (method: "GET" | "POST", path: string, body?: object) => Promise<ControlAnswer>;

export interface ControlAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const TIMEOUT_MS = 30_000;

/** The launcher acts through the same door as operators do, and is named in the audit rows. */
export function controlClient({ controlUrl, controlToken }: ControlAccess): ControlCall {
  return async (method, path, body) => {
    const { status, text } = await askHttp(`${controlUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${controlToken}`,
        actor: "launcher",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
    });
    if (status >= 400 && status !== 404) {
      throw new LaunchError(`the control API answered ${status} to ${method} ${path}`);
    }
    const answer: unknown = JSON.parse(text);
    return { status, body: isRecord(answer) ? answer : {} };
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
