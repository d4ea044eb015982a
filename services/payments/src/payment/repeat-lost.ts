import { connectionWasLost } from "@flowlix/persistence";

/**
 * Once more after a lost connection, which leaves the commit in doubt. What a statement names, a version
 * or a claim, lets the second run find nothing where the first one was committed; callers read, and
 * recognise their own work.
 */
export async function repeatLost<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!connectionWasLost(error)) throw error;
    return run();
  }
}
