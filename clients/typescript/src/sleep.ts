/** Whether the time passed; false where the signal ended it. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve(false);
    const timer = setTimeout(() => end(true), ms);
    const abort = () => end(false);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      resolve(passed);
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}
