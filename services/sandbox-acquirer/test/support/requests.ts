/** Ends the connections whose shared commit waits for a lock. */
export const BREAK_WAITING_COMMITS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'sandbox-acquirer:hot' and wait_event_type = 'Lock'`;

export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const codeOf = (reason: unknown): unknown =>
  reason instanceof Error && "code" in reason ? reason.code : reason;

/** The code of the error that a request ends with; undefined where it is answered. */
export const errorOf = <T>(call: Promise<T>): Promise<unknown> => call.then(() => undefined, codeOf);
