const MIB = 1_048_576;
const STEPS = 10;
/** Less is over in seconds. */
const LONG_BYTES = 64 * MIB;

/** Says on standard error how far long work has come, a line for each tenth of it; nothing of what is short. */
export function sayProgress(what: string): (done: number, about: number) => void {
  let said = 0;
  return (done, about) => {
    const step = Math.floor((done / Math.max(about, 1)) * STEPS);
    if (about < LONG_BYTES || step <= said) return;
    said = step;
    process.stderr.write(`${what}: ${step * STEPS} % of about ${Math.ceil(about / MIB)} MiB\n`);
  };
}
