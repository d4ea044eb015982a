import { AsyncLocalStorage } from "node:async_hooks";

const requestIds = new AsyncLocalStorage<string>();

/** Runs something on behalf of a request: every log line written meanwhile carries its `request_id`. */
export const withRequestId = <T>(requestId: string, run: () => T): T => requestIds.run(requestId, run);

export const currentRequestId = (): string | undefined => requestIds.getStore();
