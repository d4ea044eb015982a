import type { ObservedEndpoint, ParkedEvent } from "@flowlix/contracts";
import {
  auditPart,
  exceptionsPart,
  operatorActs,
  overviewPart,
  queuesPart,
  storyPart,
  type ServiceState,
} from "@flowlix/workbench";
import type { Offering } from "../offering.ts";
import { Refusal } from "../store/refusal.ts";
import type { AuditAnswer } from "./audit-routes.ts";
import type { ExceptionsAnswer } from "./exception-routes.ts";
import type { OpenAnswer } from "./open-routes.ts";
import type { ControlRequest } from "./control-request.ts";
import { HtmlPart, type ControlRoute } from "./control-server.ts";
import { trace, type TraceRouteDeps } from "./trace/trace-routes.ts";

export interface OperatorPartDeps {
  /** The operators' API: a part shows what one of its routes answers. */
  readonly routes: readonly ControlRoute[];
  readonly stories: TraceRouteDeps;
  readonly parts: Offering<"health">;
}

const HEALTH_TIMEOUT_MS = 4_000;
const ACTS_SHOWN = 50;

/** Parts of the operators' workbench. Acts are those of the API itself: each is audited under the name that came with it. */
export function operatorPartRoutes({ routes, stories, parts }: OperatorPartDeps): readonly ControlRoute[] {
  // What a route answers is as its own file says it: these are looked up by their paths.
  const answer = async <T>(path: string, request: ControlRequest): Promise<T> => {
    const route = routes.find((one) => one.method === "GET" && one.path === path);
    if (route === undefined) throw new Refusal("not_found", "no such control route");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- named where it is asked, beside the path
    return (await route.handle(request)) as T;
  };
  const part = (path: string, show: (request: ControlRequest) => Promise<{ toString(): string }>) => ({
    method: "GET" as const,
    path: `/workbench/parts/${path}`,
    handle: async (request: ControlRequest) => new HtmlPart((await show(request)).toString()),
  });
  return [
    part("overview", async (request) =>
      overviewPart(await statesOf(parts, request.requestId), await answer<OpenAnswer>("/open", request)),
    ),
    part("exceptions", async (request) =>
      exceptionsPart(await answer<ExceptionsAnswer>("/anomalies", request)),
    ),
    part("queues", async (request) => {
      const [parked, { data }] = await Promise.all([
        answer<{ parked: ParkedEvent[]; missing: string[] }>("/parked", request),
        answer<{ data: ObservedEndpoint[] }>("/webhooks", request),
      ]);
      return queuesPart(parked, data);
    }),
    part("audit", async (request) =>
      auditPart(await answer<AuditAnswer>("/audit", { ...request, args: { limit: ACTS_SHOWN } })),
    ),
    part("objects/:id", async (request) =>
      storyPart({ ...(await trace(stories, request)), isForOperators: true, actsOf: operatorActs }),
    ),
  ];
}

async function statesOf(parts: Offering<"health">, requestId: string): Promise<ServiceState[]> {
  const call = { requestId, timeoutMs: HEALTH_TIMEOUT_MS };
  const states = Object.entries(parts).map(async ([service, part]): Promise<ServiceState> => {
    const health = await part.health({}, call).catch(() => null);
    return { service, database: health?.database ?? null, degraded: health?.degraded ?? [] };
  });
  return Promise.all(states);
}
