import type { PaymentWorld, Start } from "./payment-world.ts";

/** A key's lease ends so long after the request's deadline (docs/design/architecture.md#rule-4). */
const LEASE_AFTER_DEADLINE_MS = 15_000;

/** A create that may insert, and until when nobody else is let through with its key. */
interface Holder {
  readonly untilMs: number;
}

/** A request's hold on the key of a world's Payment. */
export interface HeldKey {
  /** Whether nobody has taken the key over since. */
  isMine(): boolean;
  /** The request has ended. */
  end(): void;
}

const holders = new WeakMap<PaymentWorld, Holder>();
/** How often the key was taken. */
const tokens = new WeakMap<PaymentWorld, number>();

/**
 * Takes the key; null where it is released for good, or held. Who may insert holds it until its lease ends, so that
 * nobody else asks for the Payment before the claim of the insert is over (docs/design/architecture.md#rule-1 and
 * #rule-4). What is there must stand more than that: several requests at once.
 */
export function takeKey(world: PaymentWorld, start: Start, deadlineMs: number): HeldKey | null {
  const other = holders.get(world);
  if (world.known.isReleased || (other !== undefined && start.nowMs < other.untilMs)) return null;
  const token = (tokens.get(world) ?? 0) + 1;
  tokens.set(world, token);
  const own = { untilMs: start.nowMs + deadlineMs + LEASE_AFTER_DEADLINE_MS };
  if (!start.hadRow) holders.set(world, own);
  return {
    isMine: () => tokens.get(world) === token,
    end: () => {
      if (holders.get(world) === own) holders.delete(world);
    },
  };
}
