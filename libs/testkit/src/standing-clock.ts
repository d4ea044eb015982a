/** Runs it while the clock that this process measures deadlines with stands still; timers go by the real one. */
export async function whileClockStands<T>(run: () => Promise<T>): Promise<T> {
  const real = performance.now.bind(performance);
  // Whole, so that what is added to it and taken away again is what it was.
  const now = Math.ceil(performance.now());
  performance.now = () => now;
  try {
    return await run();
  } finally {
    performance.now = real;
  }
}
