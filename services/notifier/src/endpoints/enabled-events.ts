import { isEventType } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";

const EVERY = "*";

/**
 * What an endpoint asks for: types that there are, each once, or every type as `["*"]`.
 * Errors: parameter_invalid (`enabled_events`).
 */
export function checkedEvents(types: readonly string[]): string[] {
  const once = [...new Set(types)];
  const fits = once.length > 0 && (once.every(isEventType) || (once.length === 1 && once[0] === EVERY));
  if (!fits)
    throw new DomainError("parameter_invalid", {
      param: "enabled_events",
      explanation: 'enabled_events must be types of events, or ["*"] alone for every type.',
    });
  return once;
}
