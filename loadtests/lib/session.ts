import exec from "k6/execution";
import { randomOf } from "./random.ts";
import { referenceOf } from "./references.ts";
import { MERCHANTS, SEED } from "./settings.ts";

/** What `setup` hands to every virtual user. */
export interface Session {
  /** Which run of its verifier this is. */
  readonly run: number;
  /** Begins every Idempotency-Key of the run. */
  readonly id: string;
  /** Objects that were made before the load, for tests that read. */
  readonly made: readonly string[];
}

/** What one iteration acts as: its merchant, its keys, its random numbers. */
export interface Actor {
  readonly session: Session;
  readonly apiKey: string;
  /** Another key of the same merchant, so that one key's quota never limits a burst. */
  keyOf(index: number): string;
  reference(step: number): number;
  idempotencyKey(step: number): string;
  /** 0 to just under 1, the same in a repeated run. */
  random(step: number): number;
}

const scenarios = (): string[] => Object.keys(exec.test.options.scenarios ?? {}).toSorted();

export function actorOf(session: Session): Actor {
  const { iterationInTest: iteration, name } = exec.scenario;
  return actorAt(session, Math.max(0, scenarios().indexOf(name)), iteration);
}

/** The last scenario's place is that of `setup`, which runs in none. */
export const SETUP_SCENARIO = 7;

export function actorAt(session: Session, scenario: number, iteration: number): Actor {
  const merchant = MERCHANTS[iteration % MERCHANTS.length];
  if (merchant === undefined) throw new Error("KEYS_FILE holds no merchant");
  const turn = Math.floor(iteration / MERCHANTS.length);
  const keyOf = (index: number): string => merchant.api_keys[(turn + index) % merchant.api_keys.length] ?? "";
  const reference = (step: number) => referenceOf(session.run, scenario, iteration, step);
  return {
    session,
    apiKey: keyOf(0),
    keyOf,
    reference,
    idempotencyKey: (step) => `${session.id}-${reference(step)}`,
    random: (step) => randomOf(SEED, scenario, iteration, step),
  };
}
