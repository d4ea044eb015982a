/** The variable with the seed of a run. SEED, which a developer sets to repeat a run, comes before it. */
export const SEED_VARIABLE = "FLOWLIX_TEST_SEED";

/**
 * The seed of everything drawn at random in this run: SEED, else one that the run's first process has drawn. The
 * runner prints it, and `make test SEED=…` draws the same again.
 */
export const SEED: number = chooseSeed();

function chooseSeed(): number {
  const given = process.env["SEED"] ?? process.env[SEED_VARIABLE] ?? "";
  if (given === "") return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be a whole number, not "${given}"`);
  return seed;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number = SEED): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
