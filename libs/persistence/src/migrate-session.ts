import type { Client } from "pg";
import { connect } from "./connect.ts";
import { requireFitServer } from "./check-server.ts";
import { untilPresent, type OnWait } from "./until-present.ts";

/**
 * Bounds of what is not tried again (docs/design/operations.md#migrations). A statement of a migration ends after half
 * an hour, and a transaction whose process hangs ends too: both may hold locks. A session whose process was killed or
 * whose machine is gone is to notice it while it waits or works, for whatever it is queued for others queue for behind
 * it; left alone it would look at its client only once it has something to say.
 */
const SETTINGS = `
  set lock_timeout = '5s';
  set statement_timeout = '30min';
  set idle_in_transaction_session_timeout = '1min';
  set client_connection_check_interval = '2s';
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3`;

interface Opening {
  /** Milliseconds for a server that is starting, cannot be reached yet or is a standby. */
  readonly waitMs: number;
  readonly onWait: OnWait;
  readonly onWarning: (line: string) => void;
}

/**
 * The session that migrates, on a server that may be used. Errors: those of check-server.ts, and the driver's own; at
 * once for a server that refuses.
 */
export const openMigrateSession = (url: string, opening: Opening): Promise<Client> =>
  untilPresent(() => openNow(url, opening), opening.waitMs, opening.onWait);

async function openNow(url: string, { onWarning }: Opening): Promise<Client> {
  const session = await connect(url, "migrate");
  try {
    await session.query(SETTINGS);
    await requireFitServer(session, onWarning);
    return session;
  } catch (error) {
    await session.end().catch(() => undefined);
    throw error;
  }
}
