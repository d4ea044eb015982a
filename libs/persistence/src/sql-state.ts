/** The SQLSTATE of a driver's error, TypeORM's wrapping included; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The severity tells a server's error from the system's, whose codes can look alike (EPIPE).
  if ("severity" in error && "code" in error && typeof error.code === "string") return error.code;
  return "driverError" in error ? sqlState(error.driverError) : undefined;
}
