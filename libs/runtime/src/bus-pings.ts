/**
 * How NATS and its clients find out that the other side hangs (docs/design/operations.md#hung-processes). Each asks the
 * other when nothing came for an interval, and closes the connection when so many questions stand unanswered: after
 * three to four seconds. Until then NATS hands a stopped process its share of the calls.
 */
export const BUS_PINGS = { intervalMs: 1_000, unansweredMax: 2 } as const;
