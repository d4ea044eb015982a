import type { Logger } from "./logger.ts";

export interface StopStep {
  readonly name: string;
  stop(): Promise<void>;
}

/** Runs every step in order; one that fails is reported and holds up none of the others. */
export async function stopInOrder(steps: readonly StopStep[], logger: Logger | undefined): Promise<void> {
  for (const step of steps) {
    try {
      await step.stop();
    } catch (error) {
      logger?.error({ step: step.name, err: error }, "A step of stopping failed.");
    }
  }
}
