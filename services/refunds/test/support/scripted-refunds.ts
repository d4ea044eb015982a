import type {
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
export type ScriptedRefunds = ProviderRefunds & Script<Submission, TransferRead, RefundOrder>;

export function scriptedRefunds(): ScriptedRefunds {
  const { submission, ...calls } = scriptedCalls<Submission, TransferRead, RefundOrder>({
    submission: { kind: "in_progress", stage: "processing" },
    read: { kind: "unknown", cause: "lost" },
    closing: { kind: "closed" },
  });
  return {
    ...calls,
    submit: async (order, deadline) => {
      const said = submission(order, deadline);
      return typeof said === "function" ? said(order, deadline) : said;
    },
  };
}
