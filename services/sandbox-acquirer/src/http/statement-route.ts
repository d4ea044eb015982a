import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { streamStatement } from "../book/stream-book.ts";
import type { Pool } from "../pool.ts";
import { DAY_PARAMS, type DayParams } from "./schemas.ts";

export const NDJSON = "application/x-ndjson; charset=utf-8";

/** What was executed on one UTC day; a statement of today grows until the day has ended. */
export function statementRoute(app: FastifyInstance, deps: { readonly read: Pool }): void {
  app.get<{ Params: DayParams }>(
    "/v1/statements/:day",
    { schema: { params: DAY_PARAMS } },
    (request, reply) =>
      reply
        .header("content-type", NDJSON)
        .send(Readable.from(streamStatement(deps.read, request.params.day))),
  );
}
