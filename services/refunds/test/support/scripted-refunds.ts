import type {
  AbsentFinality,
  Deadline,
  ProviderRefunds,
  RefundOrder,
  TransferOutcome,
  TransferRead,
} from "@flowlix/provider";
import { scriptedCalls, type Script } from "@flowlix/testkit";

type Submission =
  TransferOutcome | ((order: RefundOrder, deadline: Deadline) => TransferOutcome | Promise<TransferOutcome>);

/** A provider of refunds whose every word is the test's. Records what it was asked. */
export type ScriptedRefunds = ProviderRefunds &
  Script<Submission, TransferRead, RefundOrder> & {
    /** Declares when an absence is final, instead of as the Sandbox's adapter does. */
    absenceIs(finality: AbsentFinality): void;
    /** What submissions said of themselves: whether something of the reference may have been sent before. */
    readonly repeats: boolean[];
  };

export function scriptedRefunds(): ScriptedRefunds {
  const { submission, ...calls } = scriptedCalls<Submission, TransferRead, RefundOrder>({
    submission: { kind: "in_progress", stage: "processing" },
    read: { kind: "unknown", cause: "lost" },
    closing: { kind: "closed" },
  });
  let finality: AbsentFinality = "by_close";
  const repeats: boolean[] = [];
  return {
    ...calls,
    get absentIsFinal() {
      return finality;
    },
    absenceIs: (next) => void (finality = next),
    repeats,
    submit: async (order, deadline, _id, isRepeat = true) => {
      repeats.push(isRepeat);
      const said = submission(order, deadline);
      return typeof said === "function" ? said(order, deadline) : said;
    },
  };
}
