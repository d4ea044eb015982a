import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

const THREADS = "/proc/self/task";
/** As Node names the threads of V8's compilers and collectors. */
const V8_WORKER = "V8Worker";
/** The lowest there is: they run when nobody who answers a request wants the processor. */
const LOWEST = 19;

/**
 * Lets V8's own threads of this process wait for the threads that serve requests, its own and other
 * processes'. On Linux a priority belongs to a thread; elsewhere, and where it is not allowed, nothing
 * changes. Answers how many threads it reached.
 */
export function yieldBackgroundThreads(): number {
  try {
    const workers = readdirSync(THREADS).filter(
      (thread) => readFileSync(`${THREADS}/${thread}/comm`, "latin1").trim() === V8_WORKER,
    );
    for (const thread of workers) setPriority(Number(thread), LOWEST);
    return workers.length;
  } catch {
    return 0;
  }
}
