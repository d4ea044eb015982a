/** The SQLSTATE of a driver's error, TypeORM's wrapping included; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Only a server's error has a severity. Codes of the system's errors can look alike (EPIPE).
  if ("severity" in error && "code" in error && typeof error.code === "string") return error.code;
  return "driverError" in error ? sqlState(error.driverError) : undefined;
}
