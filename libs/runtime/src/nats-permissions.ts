/** A user of the bus and the subjects it may use. */
export interface NatsUser {
  readonly user: string;
  readonly password: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Who calls which actions of whom, as contracts declare it. */
export type CallerTable = Readonly<Record<string, Readonly<Record<string, readonly string[] | undefined>>>>;

/** Sees and says everything; only tests and the operator of a server have it. */
export const ADMIN_USER = "admin";

/**
 * One user per service with exactly the subjects that its part on the bus needs (docs/design/architecture.md#scope):
 * requests for the actions it may call, answers to those who may call it, and the registry's chatter. An `admin` user
 * is made when `passwords` names one.
 */
export function natsConfigFor(
  callers: CallerTable,
  namespace: string,
  passwords: Readonly<Record<string, string>>,
): NatsUser[] {
  const prefix = `MOL-${namespace}`;
  const users = Object.keys(callers).map((service) => ({
    user: service,
    password: passwordOf(passwords, service),
    publish: [
      ...requestsOf(callers, service, prefix),
      ...answersOf(callers, service, prefix),
      ...registryPublish(prefix),
    ],
    subscribe: ownSubjects(service, prefix),
  }));
  const admin = passwords[ADMIN_USER];
  return admin === undefined
    ? users
    : [...users, { user: ADMIN_USER, password: admin, publish: [">"], subscribe: [">"] }];
}

function passwordOf(passwords: Readonly<Record<string, string>>, service: string): string {
  const password = passwords[service];
  if (password === undefined || password === "") throw new Error(`no password for ${service}`);
  return password;
}

function requestsOf(callers: CallerTable, service: string, prefix: string): string[] {
  return Object.entries(callers[service] ?? {}).flatMap(([owner, actions]) =>
    (actions ?? []).map((action) => `${prefix}.REQB.${owner}.${action}`),
  );
}

/** Only those who call a service get answers from it: nobody else can forge one. */
function answersOf(callers: CallerTable, service: string, prefix: string): string[] {
  return Object.entries(callers)
    .filter(([, owners]) => (owners[service] ?? []).length > 0)
    .map(([caller]) => `${prefix}.RES.${caller}.*`);
}

function registryPublish(prefix: string): string[] {
  const toAll = ["DISCOVER", "INFO", "HEARTBEAT", "DISCONNECT", "PING"].map(
    (command) => `${prefix}.${command}`,
  );
  // To one node, whose name has two parts.
  const toOne = ["DISCOVER", "INFO", "PING", "PONG"].map((command) => `${prefix}.${command}.*.*`);
  return [...toAll, ...toOne];
}

function ownSubjects(service: string, prefix: string): string[] {
  const ofAll = ["DISCOVER", "INFO", "HEARTBEAT", "DISCONNECT", "PING"].map(
    (command) => `${prefix}.${command}`,
  );
  // REQ and EVENT are subscribed to by every node; nobody may publish to them.
  const ofOwnNodes = ["RES", "REQ", "EVENT", "DISCOVER", "INFO", "PING", "PONG"].map(
    (command) => `${prefix}.${command}.${service}.*`,
  );
  return [`${prefix}.REQB.${service}.*`, ...ofOwnNodes, ...ofAll];
}
