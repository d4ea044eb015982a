import type { Account } from "../account/account.ts";
import { EXIT, Failure } from "../failure.ts";
import { exitOf } from "./failure-of.ts";

const ANSWER_MS = 30_000;

interface Refused {
  readonly error?: { readonly code: string; readonly message: string; readonly request_id?: string };
}

/** Reads from the workbench, which the public API and its clients do not know. Errors: Failure. */
export async function readWorkbench<T>({ url, key }: Account, path: string, signal: AbortSignal): Promise<T> {
  const { status, text } = await fetch(`${url}/workbench/api/${path}`, {
    headers: { authorization: `Bearer ${key}` },
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch((error: unknown) => {
      throw signal.aborted ? error : unread(`No answer of ${url}.`, "connection_failed");
    });
  let body: T & Refused;
  try {
    body = JSON.parse(text);
  } catch {
    throw unread("The answer is not JSON: is something else at this address?", "answer_unreadable");
  }
  if (status === 200) return body;
  const { code = "unknown_code", message = `HTTP ${status}`, ...facts } = body.error ?? {};
  // An installation without the workbench does not know the path.
  if (code === "resource_not_found")
    throw new Failure(EXIT.refused, "this installation keeps no requests: it has no workbench", {
      code,
      status,
    });
  throw new Failure(exitOf(status), message, { code, status, ...facts });
}

function unread(message: string, code: string): Failure {
  return new Failure(EXIT.unavailable, message, { code });
}
