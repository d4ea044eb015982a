import { sqlState } from "./sql-state.ts";

const generations = new Map<string, number>();

/** The name under which a statement is prepared now. */
export function preparedName(name: string): string {
  const generation = generations.get(name);
  return generation === undefined ? name : `${name}_${generation}`;
}

/**
 * Whether a statement failed only because a migration changed the type of a column that it returns. A session
 * never plans such a statement again under its name; so it is given another one, and may be repeated: it failed
 * before anything of it ran. `used` is the name it was prepared under.
 */
export function isToBePreparedAnew(error: unknown, name: string, used: string): boolean {
  if (!resultHasChanged(error)) return false;
  // Several at once find out; the first of them has given the name already.
  if (preparedName(name) === used) generations.set(name, (generations.get(name) ?? 1) + 1);
  return true;
}

const FEATURE_NOT_SUPPORTED = "0A000";

/** The server has no code of its own for it. */
const resultHasChanged = (error: unknown): boolean =>
  sqlState(error) === FEATURE_NOT_SUPPORTED &&
  error instanceof Error &&
  error.message.includes("cached plan must not change result type");
