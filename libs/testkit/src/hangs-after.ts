/**
 * Ends a test, or a hook, that waits for ever. None says by its own bound how fast anything is: a busy machine gets as
 * long.
 */
export const HANGS_AFTER_MS = 300_000;
