import type { Deadline } from "@flowlix/provider";
import type { Span, Trace } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";
import type { PathParams } from "./path-params.ts";
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
  params: PathParams;
  caller: ApiCaller | null;
  idempotencyKey: string;
}

declare module "fastify" {
  interface FastifyRequest {
    exchange: Exchange;
  }
}
