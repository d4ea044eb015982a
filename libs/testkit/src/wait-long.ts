import { HANGS_AFTER_MS } from "./hangs-after.ts";

/**
 * Tests and hooks of this kind say by no bound of their own how fast anything is: what is bound at all gets as long as
 * a busy machine may need. A hook starts the servers and migrates the databases that its tests use.
 */
export function waitLong(runnables: Pick<Mocha.Runnable, "timeout">): void {
  const timeout: unknown = Reflect.get(runnables, "timeout");
  if (typeof timeout !== "function") throw new Error("mocha bounds its tests in another way");
  Reflect.set(runnables, "timeout", function (this: unknown, ...bound: unknown[]): unknown {
    const answer: unknown = Reflect.apply(timeout, this, bound);
    if (bound.length === 0) return answer;
    const ms = Number(Reflect.apply(timeout, this, []));
    if (ms > 0 && ms < HANGS_AFTER_MS) Reflect.apply(timeout, this, [HANGS_AFTER_MS]);
    return answer;
  });
}
