import { notifierContract, type AuditEntry, type Result, type TaskStatus } from "@flowlix/contracts";
import { databaseIsAway, listAudit } from "@flowlix/persistence";
import { DomainError, implement, type ServiceSchema } from "@flowlix/runtime";
import { listDeliveries } from "./deliveries/list-deliveries.ts";
import type { NotifierDeps } from "./deps.ts";
import { createEndpoint } from "./endpoints/create-endpoint.ts";
import { deleteEndpoint } from "./endpoints/delete-endpoint.ts";
import { endOverlap } from "./endpoints/end-overlap.ts";
import { getEndpoint } from "./endpoints/get-endpoint.ts";
import { listEndpoints } from "./endpoints/list-endpoints.ts";
import { rollSecret } from "./endpoints/roll-secret.ts";
import { updateEndpoint } from "./endpoints/update-endpoint.ts";
import { acceptEvents } from "./events/accept-events.ts";
import { getEvent } from "./events/get-event.ts";
import { listEvents } from "./events/list-events.ts";
import { resendEvent } from "./events/resend-event.ts";
import { scopeOf } from "./scope-of.ts";

export interface NotifierServiceDeps extends NotifierDeps {
  readonly listJobs: () => Promise<TaskStatus[]>;
  readonly health: () => Promise<Result<typeof notifierContract, "health">>;
}

/** The actions of this service, each its own file. */
export function notifierService(deps: NotifierServiceDeps): ServiceSchema {
  return implement(
    notifierContract,
    {
      accept: (params) => acceptEvents(deps, params),
      listEvents: (params) => listEvents(deps, params),
      getEvent: (params) => getEvent(deps, params),
      resendEvent: (params) => resendEvent(deps, params),
      createEndpoint: (params) => createEndpoint(deps, params),
      listEndpoints: (params) => listEndpoints(deps, params),
      getEndpoint: (params) => getEndpoint(deps, params),
      updateEndpoint: (params) => updateEndpoint(deps, params),
      deleteEndpoint: (params) => deleteEndpoint(deps, params),
      rollSecret: (params) => rollSecret(deps, params),
      endOverlap: (params) => endOverlap(deps, params),
      listDeliveries: (params) => listDeliveries(deps, params),
      listFailing: async ({ scope }) => ({ failing: await deps.deliveries.failing(scope) }),
      scopeOf: (params) => scopeOf(deps, params),
      listEveryEndpoint: (params) => deps.listEveryEndpoint(params),
      objectOfEvent: async ({ event_id }) => ({ object_id: await objectOfEvent(deps, event_id) }),
      traceEvents: async ({ ids }) => ({ entries: await deps.eventTraces.of(ids) }),
      listJobs: async () => ({ tasks: await deps.listJobs() }),
      listAudit: async ({ limit }) => ({ entries: await auditEntries(deps, limit) }),
      health: () => deps.health(),
    },
    { isOutage: databaseIsAway },
  );
}

async function objectOfEvent({ eventTraces }: NotifierDeps, eventId: string): Promise<string> {
  const objectId = await eventTraces.objectOf(eventId);
  if (objectId === null) throw new DomainError("object_not_found", { param: "event_id" });
  return objectId;
}

const auditEntries = ({ dataSource }: NotifierDeps, limit: number): Promise<AuditEntry[]> =>
  listAudit(dataSource, { service: "notifier", schema: "notifier" }, limit);
