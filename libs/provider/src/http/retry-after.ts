const RETRY_AFTER_MAX_S = 3600;

/**
 * Whole seconds of a `Retry-After` header (RFC 9110 §10.2.3: seconds or a date), between 1 and 3600, or
 * undefined when there is none that can be read.
 */
export function retryAfterOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== "string") return undefined;
  const text = header.trim();
  const seconds = /^[0-9]{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), RETRY_AFTER_MAX_S);
}
