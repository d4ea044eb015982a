import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";

/** A process that starts the server, says how it went on one line, and ends when its standard input does. */
const [dataDir = "", superuserPassword = "", ownsParent] = process.argv.slice(2);

try {
  const server = await startEmbeddedPostgres({
    dataDir,
    superuserPassword,
    ownsParent: ownsParent === "true",
    settings: { shared_buffers: "16MB", max_wal_size: "64MB" },
  });
  process.stdout.write(
    `${JSON.stringify({ pid: server.pid, port: server.port, url: server.url, adopted: server.adopted })}\n`,
  );
} catch (error) {
  process.stdout.write(`${JSON.stringify({ failed: String(error) })}\n`);
}
process.stdin.resume();
