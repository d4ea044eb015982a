/**
 * The platform, in the order of the table of services: the gateway that merchants call, owners, who compares their
 * books.
 */
// begin of services: platform
export const PLATFORM = [
  "api-gateway",
  "idempotency",
  "payments",
  "refunds",
  "payouts",
  "notifier",
  "reconciler",
] as const;
// end of services

/** Services that own what others ask them for through the bus. */
export const OWNERS = PLATFORM.filter((name) => name !== "api-gateway" && name !== "reconciler");

/**
 * All that the launchers and the image start, in the order in which admin ports count up; the acquirer of Sandbox is no
 * part of the platform.
 */
export const SERVICE_NAMES = [...PLATFORM, "sandbox-acquirer"] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** The setting that names a service's database, where the service's name does not. */
const SHORT_NAMES: Partial<Record<ServiceName, string>> = {
  "api-gateway": "GATEWAY",
  "sandbox-acquirer": "ACQUIRER",
};

/** Such as `PAYMENTS_DATABASE_URL`. */
export const databaseSetting = (service: ServiceName): string =>
  `${SHORT_NAMES[service] ?? service.toUpperCase().replaceAll("-", "_")}_DATABASE_URL`;
