import { askHttp, messageOf, type HttpAnswer, type HttpQuestion } from "@flowlix/runtime";
import { CliError, EXIT, type ExitCode } from "./cli-error.ts";
import type { Connection } from "./connection.ts";
import { isRecord } from "./records.ts";

/** The control API as commands use it. */
export interface ControlClient {
  call(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
}

/** Longer than anything the gateway does for an operator. */
const TIMEOUT_MS = 40_000;

const EXIT_BY_CODE: Readonly<Record<string, ExitCode>> = {
  invalid_argument: EXIT.usage,
  not_found: EXIT.notFound,
  refused: EXIT.refused,
};

export function createControlClient({ url, token }: Connection, actor: string): ControlClient {
  return {
    async call(method, path, args = {}) {
      const named = Object.entries(args).filter(([, value]) => value !== undefined);
      const inQuery = method === "GET" || method === "DELETE";
      const query = inQuery
        ? named.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")
        : "";
      const response = await reach(`${url}${path}${query === "" ? "" : `?${query}`}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          actor: encodeURIComponent(actor),
          ...(inQuery ? {} : { "content-type": "application/json" }),
        },
        ...(inQuery ? {} : { body: JSON.stringify(Object.fromEntries(named)) }),
        timeoutMs: TIMEOUT_MS,
      });
      const answer = jsonOf(response);
      const isSuccess = response.status >= 200 && response.status < 300;
      if (!isSuccess) throw errorOf(answer, response.status);
      return answer;
    },
  };
}

async function reach(url: string, question: HttpQuestion): Promise<HttpAnswer> {
  try {
    return await askHttp(url, question);
  } catch (error) {
    throw new CliError(
      EXIT.failed,
      "unreachable",
      `the control API at ${new URL(url).origin} cannot be reached; is the platform running? (${messageOf(error)})`,
    );
  }
}

function jsonOf({ status, text }: HttpAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(
      EXIT.failed,
      "unreadable",
      `the control API answered ${status} with something that is no JSON`,
    );
  }
}

function errorOf(answer: unknown, status: number): CliError {
  const error = isRecord(answer) && isRecord(answer["error"]) ? answer["error"] : {};
  const { code, message, argument } = error;
  const exitCode = EXIT_BY_CODE[String(code)] ?? EXIT.failed;
  const words = typeof message === "string" ? message : `the control API answered ${status}`;
  return new CliError(
    exitCode,
    typeof code === "string" ? code : "failed",
    words,
    typeof argument === "string" ? argument : undefined,
  );
}
