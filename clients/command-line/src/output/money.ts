/** `49.99 EUR` of 4999 minor units. */
export function money(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`;
}

/** Seconds or milliseconds since 1970 as an ISO text without fractions. */
export const timeOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** Of the clock, for lines that come as things happen. */
export const clockOf = (ms: number): string => new Date(ms).toTimeString().slice(0, 8);

/** `12 s`, `3 min` or `2 h 5 min`: how long something took, as somebody would say it. */
export function spanOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
