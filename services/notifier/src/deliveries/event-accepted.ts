/**
 * When the endpoint of `notifier.deliveries as d`, which has not succeeded, accepted its event by another delivery
 * since this one was made; null where it has not. Such a delivery keeps its schedule and is not called undelivered
 * (docs/decisions/0113-what-is-accepted-is-not-failing.md).
 */
export const EVENT_ACCEPTED_AT = `case when d.status <> 'succeeded' then
  (select min(other.last_at) from notifier.deliveries as other
    where other.event_id = d.event_id and other.endpoint_id = d.endpoint_id and other.status = 'succeeded'
      and other.last_at + other.last_duration_ms * interval '1 ms' >= d.created_at) end`;
