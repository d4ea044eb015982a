import { DomainError, isDomainError } from "@flowlix/runtime";
import { shownValue } from "./shown-value.ts";

/** What came, before the sentence of the owner that refuses an address, and how it looks when right. */
export async function aboutUrl<T>(url: unknown, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isDomainError(error) || error.type !== "parameter_invalid" || error.param !== "url") throw error;
    const explanation = `url is ${shownValue(url, ["url"])}. ${error.explanation ?? error.message} For example: "https://shop.example/webhooks".`;
    throw new DomainError("parameter_invalid", { param: "url", explanation, cause: error });
  }
}
