const RETRY_AFTER_MAX_MS = 12 * 60 * 60 * 1000;

/**
 * What a `Retry-After` asks for, in milliseconds: seconds or an HTTP date, at most twelve hours; null where
 * it cannot be read. Only in answers of 429 and 503 it is meant for us (RFC 9110 §10.2.3).
 */
export function retryAfterMs(status: number, header: string | undefined, nowMs: number): number | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null;
  const text = header.trim();
  const ms = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  // A date must name its day; the parser would also take a bare number for a year.
  if (!Number.isFinite(ms) || (!/^[0-9]+$/.test(text) && !/[A-Za-z]{3}/.test(text))) return null;
  return Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}
