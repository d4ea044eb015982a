import { isDomainError, type DomainError } from "../src/domain-error.ts";

/** The domain error that a promise rejects with; anything else fails the test. */
export async function refusal(promise: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await promise.then(
    () => new Error("was not refused"),
    (reason: unknown) => reason,
  );
  if (isDomainError(error)) return error;
  throw error;
}
