import {
  notifierContract,
  type Params,
  type PublicEvent,
  type Scope,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "@flowlix/contracts";
import { DomainError, implement, newId, type Handlers } from "@flowlix/runtime";

type Asked = {
  -readonly [Action in keyof Handlers<typeof notifierContract>]?:
    Params<typeof notifierContract, Action> | undefined;
};

export interface ScriptedNotifier {
  readonly service: ReturnType<typeof implement>;
  /** What each action was asked last. */
  readonly asked: Asked;
  /** The names of the actions that were asked, in their order. */
  readonly calls: string[];
  readonly endpoints: (WebhookEndpoint & { readonly scope: Scope })[];
  /** Whose the events are, for who names one by its id alone. */
  eventsOf: Scope;
  /** While it is there every action answers it. */
  refusal: DomainError | null;
}

export const SECRET = `whsec_${"A".repeat(43)}=`;
export const DELIVERY: WebhookDelivery = {
  id: `whd_${"d".repeat(24)}`,
  event_id: `evt_${"e".repeat(24)}`,
  event_type: "payment.succeeded",
  status: "pending",
  attempts: 1,
  next_attempt_at: 1_700_000_070,
  last_attempt: {
    at: 1_700_000_000,
    http_status: 500,
    error: null,
    duration_ms: 12,
    response_prefix: "<h1>",
    resent_by: null,
  },
  earlier_attempts: [],
  event_accepted_at: null,
  created_at: 1_700_000_000,
};

/** The notifier's contract in memory; `changes` script what a test is about. Events are what a test gives. */
export function scriptedNotifier(
  events: readonly PublicEvent[] = [],
  changes: Partial<Handlers<typeof notifierContract>> = {},
): ScriptedNotifier {
  const endpoints: (WebhookEndpoint & { readonly scope: Scope })[] = [];
  const script: Omit<ScriptedNotifier, "service"> = {
    asked: {},
    calls: [],
    endpoints,
    eventsOf: { merchant_id: `mer_${"m".repeat(24)}`, livemode: false },
    refusal: null,
  };
  const publicOf = ({ scope: _scope, ...endpoint }: (typeof endpoints)[number]): WebhookEndpoint => endpoint;
  const indexOf = (scope: unknown, id: string): number => {
    const at = endpoints.findIndex(
      (one) => one.id === id && JSON.stringify(one.scope) === JSON.stringify(scope),
    );
    if (at === -1) throw new DomainError("object_not_found", { param: "webhook_endpoint_id" });
    return at;
  };
  const endpointOf = (scope: unknown, id: string) => {
    const endpoint = endpoints[indexOf(scope, id)];
    if (endpoint === undefined) throw new DomainError("internal_error");
    return endpoint;
  };
  const eventOf = (id: string) => {
    const event = events.find((one) => one.id === id);
    if (event === undefined) throw new DomainError("object_not_found", { param: "event_id" });
    return event;
  };
  const handlers: Handlers<typeof notifierContract> = {
    accept: async () => ({ refused: [] }),
    listEvents: async ({ types, limit }) => ({
      data: events.filter((event) => types?.includes(event.type) ?? true).slice(0, limit),
      has_more: events.length > limit,
    }),
    getEvent: async ({ event_id }) => eventOf(event_id),
    resendEvent: async ({ event_id }) => ({ event: eventOf(event_id), deliveries: 2 }),
    createEndpoint: async ({ scope, url, enabled_events, description }) => {
      const endpoint = {
        id: newId("webhook_endpoint"),
        url,
        enabled_events,
        description,
        status: "enabled" as const,
        disabled_reason: null,
        failing_since: null,
        livemode: scope.livemode,
        created_at: 1_700_000_000,
      };
      endpoints.unshift({ ...endpoint, scope });
      return { ...endpoint, secret: SECRET };
    },
    listEndpoints: async ({ scope, limit }) => {
      const own = endpoints.filter((one) => JSON.stringify(one.scope) === JSON.stringify(scope));
      return { data: own.slice(0, limit).map(publicOf), has_more: own.length > limit };
    },
    getEndpoint: async ({ scope, endpoint_id }) => publicOf(endpointOf(scope, endpoint_id)),
    updateEndpoint: async ({ scope, endpoint_id, actor: _actor, ...given }) => {
      const at = indexOf(scope, endpoint_id);
      const changed = { ...endpointOf(scope, endpoint_id), ...given };
      endpoints[at] = changed;
      return publicOf(changed);
    },
    deleteEndpoint: async ({ scope, endpoint_id }) => {
      endpoints.splice(indexOf(scope, endpoint_id), 1);
      return { id: endpoint_id, deleted: true };
    },
    rollSecret: async ({ scope, endpoint_id }) => ({
      ...publicOf(endpointOf(scope, endpoint_id)),
      secret: SECRET,
    }),
    endOverlap: async ({ scope, endpoint_id }) => publicOf(endpointOf(scope, endpoint_id)),
    listDeliveries: async ({ scope, endpoint_id }) => {
      indexOf(scope, endpoint_id);
      return { data: [DELIVERY], has_more: true };
    },
    listFailing: async () => ({ failing: [] }),
    scopeOf: async ({ id }) => {
      if (events.some((event) => event.id === id)) return script.eventsOf;
      const owner = endpoints.find((one) => one.id === id)?.scope;
      if (owner === undefined) throw new DomainError("object_not_found", { param: "id" });
      return owner;
    },
    listEveryEndpoint: async ({ limit }) => ({
      data: endpoints.slice(0, limit).map((one) => ({
        ...publicOf(one),
        merchant_id: one.scope.merchant_id,
        failing_from: null,
        queue_length: 0,
        next_attempt_at: null,
      })),
      has_more: endpoints.length > limit,
    }),
    objectOfEvent: async () => {
      throw new DomainError("object_not_found", { param: "event_id" });
    },
    traceEvents: async () => ({ entries: [] }),
    listJobs: async () => ({ tasks: [] }),
    listAudit: async () => ({ entries: [] }),
    health: async () => ({ database: true, degraded: [] }),
    ...changes,
  };
  return Object.assign(script, { service: implement(notifierContract, scripted(handlers, script)) });
}

/** The same handlers; what each was asked is kept, and a refusal comes before all of them. */
function scripted(
  handlers: Handlers<typeof notifierContract>,
  script: Pick<ScriptedNotifier, "asked" | "calls" | "refusal">,
): Handlers<typeof notifierContract> {
  return new Proxy(handlers, {
    get(target, name, receiver) {
      const handler: unknown = Reflect.get(target, name, receiver);
      if (typeof handler !== "function") return handler;
      return (params: unknown, call: unknown): unknown => {
        Reflect.set(script.asked, name, params);
        script.calls.push(String(name));
        if (script.refusal !== null) return Promise.reject(script.refusal);
        return Reflect.apply(handler, undefined, [params, call]);
      };
    },
  });
}
