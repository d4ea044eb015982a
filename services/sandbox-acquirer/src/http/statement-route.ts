import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { StatementFaults } from "../book/statement-faults.ts";
import { streamStatement } from "../book/stream-statement.ts";
import type { Pool } from "../pool.ts";
import { answered, type OperationDeps } from "./operation.ts";
import { DAY_PARAMS, type DayParams } from "./schemas.ts";

/** What was executed on one UTC day; a statement of today grows until the day has ended. */
export function statementRoute(
  app: FastifyInstance,
  deps: OperationDeps & { readonly read: Pool; readonly statementFaults: StatementFaults },
): void {
  app.get<{ Params: DayParams }>(
    "/v1/statements/:day",
    { schema: { params: DAY_PARAMS } },
    ({ params: { day } }, reply) =>
      answered(deps, { name: "statement", subject: day, reply }, async () => ({
        kind: "lines",
        lines: Readable.from(streamStatement(deps.read, day, deps.statementFaults.list())),
      })),
  );
}
