import { whyMissing, type Missing } from "@flowlix/contracts";
import { databaseIsAway } from "@flowlix/persistence";
import { isDomainError, isTransportError } from "@flowlix/runtime";
import { Refusal } from "../store/refusal.ts";

export interface Answers<T> extends Missing {
  readonly answers: readonly (T & { readonly service: string })[];
}

/**
 * Whether nobody answered, or what the service stands on did not: to try again may help, and its log need not say why.
 */
const isAway = (error: unknown): boolean =>
  isTransportError(error) ||
  databaseIsAway(error) ||
  (isDomainError(error) && error.type === "service_unavailable");

/** Keeps who could not be asked, and how that was, while others' answers are put together. */
export function collectMissing(requestId: string) {
  const failedBy = new Map<string, boolean>();
  return {
    orElse: async <T, E>(service: string, answer: Promise<T>, otherwise: E): Promise<T | E> => {
      try {
        return await answer;
      } catch (error) {
        failedBy.set(service, failedBy.get(service) === true || !isAway(error));
        return otherwise;
      }
    },
    missing(): Missing {
      const missing = [...failedBy.keys()].toSorted();
      const failed = missing.filter((service) => failedBy.get(service) === true);
      return { missing, failed: failed.map((service) => ({ service, request_id: requestId })) };
    },
  };
}

/** Asks all owners at once; those that do not answer, or answer with an error, are missing. */
export async function askEach<Owner, T extends object>(
  owners: Readonly<Record<string, Owner>>,
  requestId: string,
  ask: (owner: Owner) => Promise<T>,
): Promise<Answers<T>> {
  const parts = collectMissing(requestId);
  const read = await Promise.all(
    Object.entries(owners).map(async ([service, owner]) => {
      const answer = await parts.orElse(service, ask(owner), null);
      return answer === null ? [] : [{ ...answer, service }];
    }),
  );
  return { answers: read.flat(), ...parts.missing() };
}

/** As `askEach`, where one that answers is enough. Errors: Refusal unavailable where none does. */
export async function askAny<Owner, T extends object>(
  ...asked: Parameters<typeof askEach<Owner, T>>
): Promise<Answers<T>> {
  const read = await askEach(...asked);
  if (read.answers.length === 0)
    throw new Refusal("unavailable", `no service could say it: ${whyMissing(read).join("; ")}`);
  return read;
}
