import type { PayoutCard } from "@flowlix/cards";
import type {
  Deadline,
  PayoutOrder,
  ProviderPayouts,
  TransferOutcome,
  TransferRead,
} from "@flowlix/provider";
import { scriptedCalls, type Script } from "@flowlix/testkit";

type Submission =
  | TransferOutcome
  | ((
      order: PayoutOrder,
      card: PayoutCard,
      deadline: Deadline,
    ) => TransferOutcome | Promise<TransferOutcome>);

/** A provider of payouts whose every word is the test's. Records what it was asked. */
export type ScriptedPayouts = ProviderPayouts & Script<Submission, TransferRead>;

export function scriptedPayouts(): ScriptedPayouts {
  const { submission, ...calls } = scriptedCalls<Submission, TransferRead>({
    submission: { kind: "in_progress", stage: "processing" },
    read: { kind: "unknown", cause: "lost" },
    closing: { kind: "closed" },
  });
  return {
    ...calls,
    submit: async (order, openInstrument, deadline) => {
      const said = submission(order, deadline);
      return typeof said === "function" ? said(order, openInstrument(), deadline) : said;
    },
  };
}
