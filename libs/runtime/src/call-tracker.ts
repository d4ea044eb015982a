import type { Context } from "moleculer";
import type { Logger } from "./logger.ts";

type Handler = (context: Context) => Promise<unknown>;

/**
 * Lets a stopping broker wait for the calls under way, for `limitMs` at most, and then for `drained`,
 * which must not reject, before it leaves the bus. Two middlewares, because
 * their places differ: a call that is handled counts until its handler has ended, even when the caller
 * has given up, so `handled` goes inside of the timeout. A call that was made counts until its caller
 * has an answer, so `made` goes outside: nothing else ends the wait for an answer that never comes.
 * Moleculer's own tracker is inside for both, and one call that timed out holds up the whole drain.
 */
export function callTracker(logger: Logger, limitMs: number, drained: () => Promise<void>) {
  let underWay = 0;
  let onIdle: (() => void) | undefined;
  const ended = (): void => {
    underWay -= 1;
    if (underWay === 0) onIdle?.();
  };
  const tracked =
    (next: Handler): Handler =>
    (context) => {
      underWay += 1;
      const call = next(context);
      call.then(ended, ended);
      return call;
    };
  const stopping = async (): Promise<void> => {
    await callsEnded();
    await drained();
  };
  const callsEnded = async (): Promise<void> => {
    if (underWay === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    onIdle = resolve;
    const timer = setTimeout(() => {
      logger.error({ calls: underWay }, "Calls were still under way when the time to stop was over.");
      resolve();
    }, limitMs);
    await promise;
    clearTimeout(timer);
  };
  return {
    handled: { name: "HandledCalls", localAction: tracked, stopping },
    made: { name: "MadeCalls", remoteAction: tracked },
  };
}
