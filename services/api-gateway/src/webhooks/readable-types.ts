import { EVENT_TYPES, type EventType, type KeyPermission } from "@flowlix/contracts";

/** What a key's permission to make something lets it read (docs/design/decisions.md#key-permissions). */
const KINDS = [
  ["payments", "payment."],
  ["refunds", "refund."],
  ["payouts", "payout."],
] as const satisfies readonly (readonly [KeyPermission, string])[];

/**
 * The types of the events that a key may read: every one with `read`, else those of the kinds that it may
 * make. Undefined where that is no restriction, types to come included.
 */
export function readableTypes(permissions: readonly KeyPermission[]): EventType[] | undefined {
  if (permissions.includes("read")) return undefined;
  const kinds = KINDS.filter(([permission]) => permissions.includes(permission));
  if (kinds.length === KINDS.length) return undefined;
  return EVENT_TYPES.filter((type) => kinds.some(([, prefix]) => type.startsWith(prefix)));
}

/** Any of these lets a key read an event of the type. */
export const readersOf = (type: string): KeyPermission[] => [
  ...KINDS.flatMap(([permission, prefix]) => (type.startsWith(prefix) ? [permission] : [])),
  "read",
];
