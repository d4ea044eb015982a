/** From the acquirer's thread to its process. */
export type ThreadMessage = { readonly type: "ready" } | { readonly type: "refused"; readonly code: number };

/** From the process to the thread. */
export const STOP = "stop";
