import type { PayoutCard } from "@flowlix/cards";
import type {
  AbsentFinality,
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
export type ScriptedPayouts = ProviderPayouts &
  Script<Submission, TransferRead> & {
    /** Declares when an absence is final, instead of as the Sandbox's adapter does. */
    absenceIs(finality: AbsentFinality): void;
    /** What submissions said of themselves: whether something of the reference may have been sent before. */
    readonly repeats: boolean[];
  };

export function scriptedPayouts(): ScriptedPayouts {
  const { submission, ...calls } = scriptedCalls<Submission, TransferRead>({
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
    submit: async (order, openInstrument, deadline, _id, isRepeat = true) => {
      repeats.push(isRepeat);
      const said = submission(order, deadline);
      return typeof said === "function" ? said(order, openInstrument(), deadline) : said;
    },
  };
}
