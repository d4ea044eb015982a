/** Adds movements to the sums of their days. `rows` is a relation of journal rows. */
export function sumDaysSql(schema: string, rows: string): string {
  return `insert into ${schema}.journal_days as d (merchant_id, livemode, currency, kind, day, amount, movements)
    select ${KEY}, ${DAY}, sum(amount), count(*) from ${rows} group by ${KEY}, ${DAY}
    on conflict (${KEY}, day) do update
       set amount = d.amount + excluded.amount, movements = d.movements + excluded.movements`;
}

/** What is summed apart, but for the day. */
export const KEY = "merchant_id, livemode, currency, kind";

/** The day of a movement, by which the provider's statements are as well. */
export const DAY = "(at at time zone 'UTC')::date";

/** The moment at which a day begins. */
export const startOf = (day: string) => `((${day})::timestamp at time zone 'UTC')`;

/**
 * How far the clock may be set back without a summing job noticing. A job that notices sums again from this much
 * earlier, for what was posted meanwhile. A day is compared only once it has been over for this long.
 */
export const CLOCK_BACK = "interval '1 hour'";
