/** What the acquirer's thread tells the process it is in. */
export type ThreadMessage = { readonly type: "ready" } | { readonly type: "refused"; readonly code: number };

/** What the process tells the thread. */
export const STOP = "stop";
