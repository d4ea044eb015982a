/**
 * Loaded before a service's own main by the launcher: when the launcher is gone, killed included, the
 * channel to it closes, and the service stops as it would on SIGTERM. No child outlives its launcher.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
