/** What runs until Ctrl-C is done then, and has not failed. */
export async function untilStopped(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
