import { isDomainError, type DomainError } from "@flowlix/runtime";

/** The domain error an attempt was refused with; anything else fails the test. */
export async function refusal(attempt: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await attempt.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (!isDomainError(error)) throw error;
  return error;
}
