import type { BegunSyncs, DueStore, OwnerDeps, OwnerMetrics } from "@flowlix/engine";
import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import type { DueSlots } from "@flowlix/runtime";
import type { TestDatabase } from "@flowlix/testkit";

type Counts = Awaited<BegunSyncs["counts"]>;

/** How long a request of these tests may take. */
export const DEADLINE_MS = 25_000;

/** A request for an object of its own, and what sends it. */
export interface Asked<Request = unknown> {
  readonly id: string;
  readonly request: Request;
  readonly send: () => Promise<{ readonly id: string; readonly status: string }>;
}

/** What requests for different things differ in. */
export interface AskedChanges {
  readonly id?: string;
  readonly amount?: number;
  readonly livemode?: boolean;
}

type Submission = TransferOutcome | (() => Promise<TransferOutcome>);

/** An owner's use cases as the rules that are the same for every owner try them. */
export interface OwnerUnderTest<Request = unknown> {
  readonly database: TestDatabase;
  readonly deps: OwnerDeps & {
    readonly reads: { open(ids: readonly string[]): Promise<readonly string[]> };
    readonly syncs: Pick<DueStore<{ readonly id: string }>, "listOpen" | "claimDue">;
    readonly metrics: Pick<OwnerMetrics, "transitions" | "amounts">;
  };
  readonly provider: {
    submits(...submissions: Submission[]): void;
    reads(...outcomes: TransferRead[]): void;
    opens(open: boolean): void;
    readonly asked: readonly { readonly remainingMs: number }[];
    countOf(operation: "submit" | "read", reference: string): number;
  };
  readonly row: (id: string) => Promise<Record<string, unknown> | undefined>;
  readonly ask: (changes?: AskedChanges) => Promise<Asked<Request>>;
  readonly sync: () => Promise<Counts>;
  /** Syncs in other slots, over an acquirer that reads so. */
  readonly syncReading: (
    read: (order: { readonly reference: string }) => Promise<TransferRead>,
    syncSlots: DueSlots,
  ) => Promise<Counts>;
}
