import { compileSchema, createHttpListener, type Logger } from "@flowlix/runtime";
import fastify, { type FastifyInstance, type FastifySchemaCompiler } from "fastify";
import type { StatementFaults } from "../book/statement-faults.ts";
import { challengeRoutes, type ChallengeRoutesDeps } from "../challenge/challenge-routes.ts";
import { createApiKeyCheck } from "./api-key.ts";
import { errorBody, useErrorEnvelope } from "./errors.ts";
import { orderRoutes, type OrderRoutesDeps } from "./order-routes.ts";
import { statementRoute } from "./statement-route.ts";
import { payoutRoutes, refundRoutes, type TransferRoutesDeps } from "./transfer-routes.ts";

export interface MerchantAppDeps extends OrderRoutesDeps, TransferRoutesDeps, ChallengeRoutesDeps {
  readonly statementFaults: StatementFaults;
  readonly apiKey: string;
  readonly logger: Logger;
}

const BODY_MAX_BYTES = 65_536;
const CONNECTIONS_MAX = 1_024;
/** Slow answers are given at once when it stops. */
const SERVED_MAX_MS = 10_000;

/** What both listeners are made of: our validator, the same error envelope, no log line per request. */
export function createApp(logger: Logger): FastifyInstance {
  const connections = createHttpListener({ connectionsMax: CONNECTIONS_MAX });
  const app = fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: connections.serve,
    routerOptions: { maxParamLength: 200 },
  });
  app.addHook("preClose", () => connections.stop({ drainMs: 0, servedMs: SERVED_MAX_MS }));
  const compiler: FastifySchemaCompiler<object> = ({ schema }) => compileSchema(schema);
  app.setValidatorCompiler(compiler);
  useErrorEnvelope(app, logger);
  return app;
}

/** The merchant-facing API behind the API key, and the challenge pages behind their tokens. */
export async function createMerchantApp(deps: MerchantAppDeps): Promise<FastifyInstance> {
  const app = createApp(deps.logger);
  const mayEnter = createApiKeyCheck(deps.apiKey);

  await app.register(async (api) => {
    api.addHook("onRequest", (request, reply, done) => {
      if (mayEnter(request.headers.authorization)) return done();
      void reply
        .code(401)
        .send(errorBody("unauthorised", "The API key is missing or wrong.", { executed: false }));
    });
    orderRoutes(api, deps);
    refundRoutes(api, deps);
    payoutRoutes(api, deps);
    statementRoute(api, deps);
  });
  await app.register(async (pages) => challengeRoutes(pages, deps));
  return app;
}
