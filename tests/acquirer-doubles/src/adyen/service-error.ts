import type { DoubleAnswer } from "../shared/messages.ts";

/** An error as Checkout answers it. */
export const serviceError = (status: number, errorCode: string, message: string): DoubleAnswer => ({
  status,
  body: {
    status,
    errorCode,
    message,
    errorType: status === 401 || status === 403 ? "security" : "validation",
  },
});
