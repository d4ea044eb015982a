import { connect } from "@flowlix/persistence";
import type { TestDatabase } from "../test-database.ts";
import { takeTime, type MovingTime } from "./moving-time.ts";
import { keepHistory, type Sql } from "./row-history.ts";

export interface Model {
  /** Over one connection, as superuser. */
  readonly sql: Sql;
  readonly time: () => MovingTime;
}

/** What a model's lives need of the surrounding `describe`; the history of a table is kept where one is named. */
export function withModel(database: () => TestDatabase, table?: string): Model {
  let client: Awaited<ReturnType<typeof connect>> | undefined;
  let time: MovingTime | undefined;
  const random = Math.random;
  const open = <T>(made: T | undefined): T => {
    if (made === undefined) throw new Error("the model is not open");
    return made;
  };
  const sql: Sql = { sql: async (text, values = []) => (await open(client).query(text, [...values])).rows };
  before(async () => {
    client = await connect(database().adminUrl, "model");
    if (table !== undefined) await keepHistory(sql, table);
    time = takeTime(sql);
    // The spread of status syncs would make a run another one when it is repeated.
    Math.random = () => 0.5;
  });
  after(async () => {
    Math.random = random;
    time?.release();
    await client?.end();
  });
  return { sql, time: () => open(time) };
}
