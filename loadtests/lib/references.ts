/*
 * A merchant_reference has ten digits and no meaning for the platform. Here each create of each run has
 * its own, so that two Payments of one create differ from two creates.
 */
const FIRST = 1_000_000_000;
/** Runs that one verifier keeps apart. */
export const RUNS_MAX = 45;
const PER_RUN = 200_000_000;
const SCENARIOS_MAX = 8;
const PER_SCENARIO = PER_RUN / SCENARIOS_MAX;
/** Creates of one iteration. */
export const STEPS_MAX = 12;

/** Errors: a place out of range, where two creates would share a reference. */
export function referenceOf(run: number, scenario: number, iteration: number, step: number): number {
  const fits =
    run >= 0 &&
    run < RUNS_MAX &&
    scenario >= 0 &&
    scenario < SCENARIOS_MAX &&
    step >= 0 &&
    step < STEPS_MAX &&
    iteration * STEPS_MAX + step < PER_SCENARIO;
  if (!fits) throw new Error(`no reference is left for ${run}, ${scenario}, ${iteration}, ${step}`);
  return FIRST + run * PER_RUN + scenario * PER_SCENARIO + iteration * STEPS_MAX + step;
}
