import { Readable } from "node:stream";
import type { Logger } from "@flowlix/runtime";
import type { FastifyInstance } from "fastify";
import type { StatementFault, StatementFaults } from "../book/statement-faults.ts";
import { bookOf, refundsOf, streamBook } from "../book/stream-book.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import type { FaultRules } from "../faults/fault-rules.ts";
import type { Pool } from "../pool.ts";
import { errorBody } from "./errors.ts";
import { createApp } from "./merchant-app.ts";
import { NDJSON } from "./operation.ts";
import {
  BOOK_QUERY,
  FAULTS_BODY,
  REFERENCE_PARAMS,
  STATEMENT_FAULTS_BODY,
  type BookQuery,
  type ReferenceParams,
} from "./schemas.ts";

export interface AdminAppDeps {
  readonly read: Pool;
  readonly faults: FaultRules;
  readonly statementFaults: StatementFaults;
  /** Makes the merchant-facing listener refuse or accept connections, as the rules now say. */
  readonly applyFaults: () => Promise<void>;
  readonly logger: Logger;
}

/** A web page can make its own name resolve to this machine; it cannot choose the name it asks for. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The operator's side: faults and the book. Loopback only, and so without a key. */
export function createAdminApp(deps: AdminAppDeps): FastifyInstance {
  const app = createApp(deps.logger);
  app.addHook("onRequest", (request, reply, done) => {
    if (LOOPBACK_NAMES.has(request.hostname)) return done();
    void reply.code(403).send(errorBody("forbidden", "This listener answers to loopback names only."));
  });
  faultRoutes(app, deps);
  statementFaultRoutes(app, deps.statementFaults);
  app.get<{ Querystring: BookQuery }>(
    "/book",
    { schema: { querystring: BOOK_QUERY } },
    async (request, reply) => {
      const { charge } = request.query;
      void reply.header("content-type", NDJSON);
      return charge === undefined
        ? reply.send(Readable.from(streamBook(deps.read)))
        : reply.send(await refundsOf(deps.read, charge));
    },
  );
  app.get<{ Params: ReferenceParams }>(
    "/book/:reference",
    { schema: { params: REFERENCE_PARAMS } },
    async (request, reply) =>
      reply.header("content-type", NDJSON).send(await bookOf(deps.read, request.params.reference)),
  );
  return app;
}

function faultRoutes(app: FastifyInstance, { faults, applyFaults }: AdminAppDeps): void {
  app.get("/faults", () => ({ rules: faults.list() }));

  app.put<{ Body: { readonly rules: readonly FaultRule[] } }>(
    "/faults",
    { schema: { body: FAULTS_BODY } },
    async (request, reply) => {
      const { rules } = request.body;
      const misplaced = rules.findIndex((rule) => (rule.fault === "slow") !== (rule.delay_ms !== undefined));
      if (misplaced >= 0) {
        const param = `rules[${misplaced}].delay_ms`;
        return reply
          .code(400)
          .send(errorBody("invalid_request", `${param} goes with fault slow, and only with it`, { param }));
      }
      faults.set(rules);
      await applyFaults();
      return { rules: faults.list() };
    },
  );

  app.delete("/faults", async () => {
    faults.clear();
    await applyFaults();
    return { rules: [] };
  });
}

function statementFaultRoutes(app: FastifyInstance, statementFaults: StatementFaults): void {
  const shown = () => ({ rules: statementFaults.list() });

  app.get("/statement-faults", shown);

  app.put<{ Body: { readonly rules: readonly StatementFault[] } }>(
    "/statement-faults",
    { schema: { body: STATEMENT_FAULTS_BODY } },
    ({ body }) => {
      statementFaults.set(body.rules);
      return shown();
    },
  );

  app.delete("/statement-faults", () => {
    statementFaults.set([]);
    return shown();
  });
}
