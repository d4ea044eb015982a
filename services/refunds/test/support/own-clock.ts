/** The clock that this process measures deadlines with, which a test can move on; timers go by the real one. */
export function withOwnClock(): (ms: number) => void {
  const real = performance.now.bind(performance);
  let passedMs = 0;
  before(() => {
    performance.now = () => real() + passedMs;
  });
  after(() => {
    performance.now = real;
  });
  return (ms) => {
    passedMs += ms;
  };
}
