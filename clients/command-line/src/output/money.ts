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
