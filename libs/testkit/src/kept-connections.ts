import { connect, type DatabaseClient } from "@flowlix/persistence";

type Row = Record<string, unknown>;

/** Statements of a test, each on a connection of its own that stays open for the next. */
export interface KeptConnections {
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Closes them; the next statement opens another. */
  close(): Promise<void>;
}

/**
 * To open a connection costs more than nearly every statement of a test, and tests ask until a condition holds. A
 * statement that fails takes its connection along, so that nothing of it is left for the next one.
 *
 * @param url - read at every opening: a server may start again elsewhere
 */
export function keepConnections(url: () => string, applicationName: string): KeptConnections {
  let idle: DatabaseClient[] = [];
  const forget = (gone: DatabaseClient) => {
    idle = idle.filter((client) => client !== gone);
  };
  const open = async () => {
    const client = await connect(url(), applicationName);
    client.once("end", () => forget(client));
    client.once("error", () => forget(client));
    return client;
  };
  return {
    async query(text, values = []) {
      const client = idle.pop() ?? (await open());
      try {
        const { rows } = await client.query<Row>(text, [...values]);
        idle.push(client);
        return rows;
      } catch (error) {
        await client.end().catch(() => undefined);
        throw error;
      }
    },
    async close() {
      const closing = idle;
      idle = [];
      await Promise.all(closing.map((client) => client.end().catch(() => undefined)));
    },
  };
}
