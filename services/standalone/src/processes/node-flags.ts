/**
 * How Node runs a process of the product.
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

/**
 * How it runs all services in one process; `npm start` in package.json names the same. Under a steady load
 * V8 lets a heap grow by a tenth before it marks all of it again: with seven services in one heap that was
 * every three to seven seconds, and requests waited 30 to 40 ms each time. Here it may grow fourfold, as V8
 * itself allows under full load. Not where memory is limited (containers): the heap of one service is small.
 */
export const STANDALONE_NODE_FLAGS: readonly string[] = [...NODE_FLAGS, "--heap-growing-percent=300"];
