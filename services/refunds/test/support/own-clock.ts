/**
 * The clock that this process measures deadlines with stands still but for what a test moves it on; timers go by the
 * real one.
 */
export function withOwnClock(): (ms: number) => void {
  const real = performance.now.bind(performance);
  let passedMs = 0;
  before(() => {
    // Whole milliseconds add and subtract exactly.
    const begunAt = Math.floor(real());
    performance.now = () => begunAt + passedMs;
  });
  after(() => {
    performance.now = real;
  });
  return (ms) => {
    passedMs += ms;
  };
}
