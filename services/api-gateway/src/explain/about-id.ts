import { DomainError, isDomainError } from "@flowlix/runtime";
import { explainMissing } from "./explain-id.ts";

/** What an owner does not find is the object of that id, and the id came as that parameter. */
export async function aboutId<T>(param: string, id: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isDomainError(error) || error.type !== "object_not_found") throw error;
    throw new DomainError("object_not_found", { param, explanation: explainMissing(id), cause: error });
  }
}
