import { once } from "node:events";
import { createServer } from "node:net";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The named port if it is free, or any free one for `undefined` or 0. */
export async function choosePort(named: number | undefined): Promise<number> {
  const server = createServer();
  try {
    server.listen(named ?? 0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  } catch (cause) {
    const why =
      cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"
        ? "is in use"
        : "cannot be used";
    throw new EmbeddedPostgresError("port_in_use", `port ${named} ${why}: choose another port for Postgres`, {
      cause,
    });
  } finally {
    server.close();
  }
}
