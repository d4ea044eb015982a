/**
 * How Node runs a process of the product; `npm start` in package.json names the same.
 *
 * Room for short-lived objects, in MiB: a payment leaves some hundred kilobytes behind for a moment, and
 * in the default space a process that has just started collects many times a second and lets them grow
 * old. One background thread instead of four: several processes share the processors, and the compilers
 * and collectors of all of them at once take the time that requests need.
 */
export const NODE_FLAGS: readonly string[] = [
  "--min-semi-space-size=32",
  "--max-semi-space-size=32",
  "--v8-pool-size=1",
];
