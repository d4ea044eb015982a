const LOCAL =
  /^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})(?:[ T](?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:\.(?<fraction>[0-9]{1,6}))?)?)?$/;

/** The same number of local time and of UTC: a local time as if it were UTC, in Unix milliseconds. Null for none. */
function asIfUtc(text: string): number | null {
  const groups = LOCAL.exec(text)?.groups;
  if (groups === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = [
    groups["year"],
    groups["month"],
    groups["day"],
    groups["hour"],
    groups["minute"],
    groups["second"],
  ].map((digits) => Number(digits ?? 0));
  const ms = Number((groups["fraction"] ?? "").padEnd(3, "0").slice(0, 3));
  const atMs = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  // 30 February would be another day of March.
  const is = new Date(atMs);
  const isReal =
    is.getUTCMonth() === month - 1 &&
    is.getUTCDate() === day &&
    is.getUTCHours() === hour &&
    is.getUTCMinutes() === minute &&
    is.getUTCSeconds() === second;
  return isReal ? atMs : null;
}

/** Local times of one time zone, by the names of IANA: `Europe/Amsterdam`, `UTC`. */
export interface LocalClock {
  /**
   * Unix milliseconds of `2026-03-29 14:05:09`, with a `T`, without seconds or as a day alone too. Null for what is no
   * such time. In the hour that a clock goes back over it is the first of both; in the hour that it leaves out, the
   * time that a clock shows that was not yet put forward.
   */
  toMs(text: string): number | null;
  /** The day of a moment there, as YYYY-MM-DD. */
  dayOf(atMs: number): string;
}

/** Throws RangeError for a time zone that nobody knows. */
export function createLocalClock(timeZone: string): LocalClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });

  /** What a clock there shows, as if it were UTC. */
  function shown(atMs: number): number {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
  }
  const offsetAt = (atMs: number): number => shown(atMs) - Math.floor(atMs / 1_000) * 1_000;

  return {
    toMs(text) {
      const local = asIfUtc(text);
      if (local === null) return null;
      // A clock is changed by less than a day, so that one of the offsets around it holds.
      const [before, after] = [offsetAt(local - DAY_MS), offsetAt(local + DAY_MS)];
      const fits = [local - before, local - after].filter((atMs) => atMs + offsetAt(atMs) === local);
      return fits.length === 0 ? local - before : Math.min(...fits);
    },
    dayOf: (atMs) => new Date(shown(atMs)).toISOString().slice(0, 10),
  };
}

const DAY_MS = 86_400_000;
