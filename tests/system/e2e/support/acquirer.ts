import { waitFor } from "@flowlix/testkit";

/** A line of the acquirer's book: something that was really executed. */
export interface BookLine {
  readonly reference: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  readonly executions: number;
}

export interface FaultRule {
  readonly operation:
    | "register"
    | "authorise"
    | "read"
    | "cancel"
    | "reverse"
    | "refund"
    | "read_refund"
    | "payout"
    | "read_payout"
    | "statement"
    | "any";
  readonly fault:
    "slow" | "fail_before" | "lose_answer" | "garbage" | "other_amount" | "down" | "throttle" | "unavailable";
  readonly delay_ms?: number;
  readonly times?: number;
}

/** For `slow`: until the faults are taken back by `mend`. */
export const HELD_MS = 60_000;

/** The operator's side of the acquirer: what it really did, and what is to go wrong. */
export interface Acquirer {
  book(): Promise<BookLine[]>;
  /** How often a reference was charged. */
  charges(reference: string): Promise<number>;
  fault(...rules: readonly FaultRule[]): Promise<void>;
  /** Resolves when every fault has met its request: the acquirer has received it. */
  met(): Promise<void>;
  /** Takes every fault back; a request that a slow one holds goes on. */
  mend(): Promise<void>;
}

export function acquirerAt(adminUrl: () => string): Acquirer {
  const lines = async (path: string): Promise<BookLine[]> => {
    const response = await fetch(`${adminUrl()}${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const text = await response.text();
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line): BookLine => JSON.parse(line));
  };
  const faults = async (method: "PUT" | "DELETE", body?: string) => {
    const json = { "content-type": "application/json" };
    const init = body === undefined ? { method } : { method, body, headers: json };
    const response = await fetch(`${adminUrl()}/faults`, init);
    if (!response.ok) throw new Error(`faults: ${response.status} ${await response.text()}`);
  };
  return {
    book: () => lines("/book"),
    charges: async (reference) =>
      (await lines(`/book/${reference}`))
        .filter(({ kind }) => kind === "charge")
        .reduce((sum, { executions }) => sum + executions, 0),
    fault: (...rules) => faults("PUT", JSON.stringify({ rules })),
    async met() {
      await waitFor("the requests that the faults are for", async () => {
        const left: { rules: readonly FaultRule[] } = JSON.parse(
          await (await fetch(`${adminUrl()}/faults`)).text(),
        );
        return left.rules.length === 0;
      });
    },
    mend: () => faults("DELETE"),
  };
}
