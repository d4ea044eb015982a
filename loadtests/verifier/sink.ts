import { createHmac, timingSafeEqual } from "node:crypto";

/** The delay of one arrival in so many is kept. */
const DELAYS_MAX = 2_000;

/** What arrived at the merchants' endpoints. All of them are here. */
export interface Sink {
  /** Takes a delivery for a merchant. @returns whether it was signed with its endpoint's secret */
  take(merchant: string, signature: string, body: string): boolean;
  trust(merchant: string, secret: string): void;
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
  arrived(): number;
  delaysMs(): readonly number[];
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly created_at: number;
  readonly data: Readonly<Record<string, { readonly id: string }>>;
}

export function createSink(now: () => number = Date.now): Sink {
  const secrets = new Map<string, string>();
  const events = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const delays: number[] = [];
  return {
    events,
    arrived: () => seen.size,
    delaysMs: () => delays.splice(0),
    trust: (merchant, secret) => void secrets.set(merchant, secret),
    take(merchant, signature, body) {
      const secret = secrets.get(merchant);
      if (secret === undefined || !isSigned(secret, signature, body)) return false;
      const event: Event = JSON.parse(body);
      const id = Object.values(event.data)[0]?.id ?? "";
      const types = events.get(id) ?? new Set<string>();
      events.set(id, types.add(event.type));
      if (seen.has(event.id)) return true;
      seen.add(event.id);
      // An event's time is cut to whole seconds, so delays are half a second too long on average.
      if (delays.length < DELAYS_MAX) delays.push(Math.max(0, now() - event.created_at * 1_000 - 500));
      return true;
    },
  };
}

/** `t=<unix>,v1=<hex>` over `{t}.{body}`; of two secrets during an overlap either may have signed. */
export function isSigned(secret: string, header: string, body: string): boolean {
  const time = /(?:^|,)t=(\d+)/.exec(header)?.[1];
  if (time === undefined) return false;
  const wanted = createHmac("sha256", secret).update(`${time}.${body}`).digest();
  return [...header.matchAll(/v1=([0-9a-f]{64})/g)].some(([, hex = ""]) =>
    timingSafeEqual(Buffer.from(hex, "hex"), wanted),
  );
}
