const NAMED = ["today", "yesterday"];
const FORM = /^\d{4}-\d{2}-\d{2}$/;
/** No provider has a statement of a day before, and no service a time. */
const FIRST = "1970-01-01";

/**
 * How operators name a day of the provider's statement, on the command line and on the control API alike: what is wrong
 * with a name, in words that follow the argument's; null where nothing is.
 */
export function faultOfDay(day: string): string | null {
  if (NAMED.includes(day)) return null;
  return FORM.test(day) ? faultOfDate(day) : "must be a day as YYYY-MM-DD, today or yesterday";
}

/** As `faultOfDay`, where no name stands for a day. */
export function faultOfDate(day: string): string | null {
  if (!FORM.test(day)) return "must be a day as YYYY-MM-DD";
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, day.length) !== day)
    return `must be a day of the calendar: there is no ${day}`;
  return day < FIRST ? `must be a day from ${FIRST} on` : null;
}
