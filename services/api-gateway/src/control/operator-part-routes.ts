import type { ObservedEndpoint, ParkedEvent, Missing } from "@flowlix/contracts";
import {
  accountCheckPart,
  accountPart,
  accountsPart,
  auditPart,
  exceptionsPart,
  operatorActs,
  overviewPart,
  queuesPart,
  storyPart,
  type CheckedAccount,
  type ServiceState,
  type ShownAccount,
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

/**
 * Parts of the operators' workbench. Acts are those of the API itself: each is audited under the name that came with
 * it.
 */
export function operatorPartRoutes({ routes, stories, parts }: OperatorPartDeps): readonly ControlRoute[] {
  // What a route answers is as its own file says it: these are looked up by their paths.
  const answer = async <T>(path: string, request: ControlRequest, method = "GET"): Promise<T> => {
    const route = routes.find((one) => one.method === method && one.path === path);
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
        answer<{ parked: ParkedEvent[] } & Missing>("/parked", request),
        answer<{ data: ObservedEndpoint[] }>("/webhooks", request),
      ]);
      return queuesPart(parked, data);
    }),
    part("accounts", async (request) => {
      const { merchant } = request.args;
      const [accounts, states] = await Promise.all([
        answer<{ data: ShownAccount[]; has_more: boolean }>("/acquirers", request),
        statesOf(parts, request.requestId),
      ]);
      return accountsPart(accounts, states, typeof merchant === "string" ? merchant : null);
    }),
    part("accounts/:account_id", async (request) => {
      const [account, states] = await Promise.all([
        answer<ShownAccount>("/acquirers/:account_id", request),
        statesOf(parts, request.requestId),
      ]);
      return accountPart(account, states);
    }),
    // It asks and changes nothing, so that looking at it is enough.
    part("checks/:account_id", async (request) =>
      accountCheckPart(
        await answer<{ id: string; services: CheckedAccount[] } & Missing>(
          "/acquirers/:account_id/check",
          request,
          "POST",
        ),
      ),
    ),
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
