import type { ErrorCode } from "@flowlix/contracts";
import type { Deadline } from "@flowlix/provider";
import type { Span, Trace } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";
import type { Route } from "./route.ts";

/** What the gateway knows of one request while it serves it. */
export interface Exchange {
  readonly startedAtMs: number;
  readonly deadline: Deadline;
  /** What the request continues, or what began with it. */
  readonly trace: Trace;
  /** Absent where no spans are exported. */
  readonly span: Span | undefined;
  /** As metrics and logs name the route; `unmatched` where there is none. */
  template: string;
  route: Route | null;
  caller: ApiCaller | null;
  idempotencyKey: string;
  /** What the request made, went on with or asked for, once that is known. */
  objectId: string | undefined;
  /** Of the error that it is answered with. */
  errorCode: ErrorCode | undefined;
  /** The answer's text, where it has one. */
  answer: string | undefined;
}

/** What a request's path leads to: its route, or that the path has others only. */
export type Found =
  | { readonly kind: "route"; readonly route: Route }
  | { readonly kind: "path"; readonly template: string; readonly allow: string };

declare module "fastify" {
  interface FastifyRequest {
    exchange: Exchange;
  }
  interface FastifyContextConfig {
    readonly found?: Found;
  }
}
