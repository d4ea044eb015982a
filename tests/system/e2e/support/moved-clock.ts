/**
 * Preloaded into a process: each SIGUSR2 moves the clock that it measures durations with forward, by less than a loop
 * may have for a turn.
 */
const STEP_MS = 25_000;
const real = performance.now.bind(performance);
let movedMs = 0;
performance.now = () => real() + movedMs;
process.on("SIGUSR2", () => {
  movedMs += STEP_MS;
});
