/**
 * The Unix second of a move: now, but never before a time that the object already has. Clocks of two owners may be read
 * in another order than they are written.
 */
export const movedAt = (now: number, known: readonly (number | null)[]): number =>
  Math.max(now, ...known.map((at) => at ?? now));
