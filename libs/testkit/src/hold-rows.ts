import { connect } from "@flowlix/persistence";

/** Lets others have what was held. Safe to repeat. */
export type LetGo = () => Promise<void>;

/**
 * Holds what a statement locks until it is let go, as a slow transaction of somebody else would.
 * Rejects where the statement finds nothing to hold.
 */
export async function holdRows(url: string, text: string, values: readonly unknown[] = []): Promise<LetGo> {
  const client = await connect(url, "testkit");
  await client.query("begin");
  const { rowCount } = await client.query(text, [...values]);
  if (rowCount === 0) {
    await client.end();
    throw new Error(`nothing to hold: ${text}`);
  }
  let gone: Promise<void> | undefined;
  return () => (gone ??= client.end());
}
