import { CALLERS } from "@flowlix/contracts";
import { natsConfigFor } from "@flowlix/runtime/nats-server";

/** Stands in the file for the namespace of an installation, which the chart puts in its place. */
const NAMESPACE = "<namespace>";

/**
 * files/nats-permissions.json of the platform's chart: each service's user and subjects, from the table the code goes
 * by.
 */
export function natsPermissionsFile(): string {
  const none = Object.fromEntries(Object.keys(CALLERS).map((service) => [service, "unused"]));
  const users = natsConfigFor(CALLERS, NAMESPACE, none).map(({ user, publish, subscribe }) => ({
    user,
    publish,
    subscribe,
  }));
  return `${JSON.stringify(users, null, 2)}\n`;
}
