import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "@flowlix/contracts";
import type { Deadline } from "@flowlix/provider";
import type { ApiCaller } from "../access/api-caller.ts";
import type { Answer, BytesAnswer } from "./answer.ts";

/** One request that passed every check of its route before the body is read. */
export interface ApiRequest {
  readonly requestId: string;
  /** Path values by name; null where the percent escapes of one are malformed. */
  readonly params: Readonly<Record<string, string | null>>;
  /** As it was sent, without the question mark; empty where there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Whole body as received, empty where there is none; at most BODY_BYTES_MAX. */
  readonly body: Buffer;
  /** The other end of the socket: a payer, a merchant or a proxy; `clientAddress` decides which. */
  readonly remoteAddress: string;
  /** What is left of REQUEST_DEADLINE, by the monotonic clock. */
  readonly deadline: Deadline;
}

/** A request made with an API key. */
export interface AuthenticatedRequest extends ApiRequest {
  readonly caller: ApiCaller;
  /** Trimmed and checked; empty for operations that take none. */
  readonly idempotencyKey: string;
}

/** One row of the route table. Either it is an operation that asks for a key, or it is open. */
export type Route = KeyRoute | OpenRoute;

export interface KeyRoute {
  readonly access: "key";
  readonly method: Operation["method"];
  /** As metrics and logs name it, `{id}` and all; never the path that was asked for. */
  readonly template: string;
  readonly operation: Operation;
  handle(request: AuthenticatedRequest): Promise<Answer>;
}

export interface OpenRoute {
  readonly access: "open";
  readonly method: "GET" | "POST";
  readonly template: string;
  handle(request: ApiRequest): Promise<Answer | BytesAnswer>;
  /** What is answered for a body that is too large or did not arrive whole; `body` is empty. Else an error. */
  readonly unreadable?: (request: ApiRequest) => Answer;
}
