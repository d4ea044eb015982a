import {
  IDS_OF_CALL_MAX,
  LINES_EXPLAINED_MAX,
  LINES_OF_PAGE_MAX,
  type BookLine,
  type BookLineKind,
  type ExplainedLine,
  type JournalPosition,
  type Params,
  type paymentsContract,
  type Result,
} from "@flowlix/contracts";
import type { Call } from "@flowlix/runtime";
import type { LineName } from "./lines.ts";

type ReadLines = (
  params: Params<typeof paymentsContract, "bookLines">,
  call: Call,
) => Promise<Result<typeof paymentsContract, "bookLines">>;
type ExplainLines = (
  params: Params<typeof paymentsContract, "explainLines">,
  call: Call,
) => Promise<Result<typeof paymentsContract, "explainLines">>;
type VerifyEnds = (
  params: Params<typeof paymentsContract, "verifyEnds">,
  call: Call,
) => Promise<Result<typeof paymentsContract, "verifyEnds">>;

/** An owner of money, as the comparison asks it. */
export interface JournalOwner {
  readonly bookLines: ReadLines;
  readonly explainLines: ExplainLines;
  readonly verifyEnds: VerifyEnds;
}

export interface JournalOwners {
  readonly payments: JournalOwner;
  readonly refunds: JournalOwner;
  readonly payouts: JournalOwner;
}

const OWNER_OF: Readonly<Record<BookLineKind, keyof JournalOwners>> = {
  charge: "payments",
  reversal: "payments",
  refund: "refunds",
  payout: "payouts",
};
const OWNERS = ["payments", "refunds", "payouts"] as const;
const CALL: Call = { requestId: "", timeoutMs: 20_000 };

/** Our books of a mode between two moments, owner by owner, a page at a time. */
export async function* ourJournals(
  owners: JournalOwners,
  asked: { readonly livemode: boolean; readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<readonly BookLine[]> {
  const { livemode, fromMs: from_ms, toMs: to_ms } = asked;
  for (const name of OWNERS) {
    let after: JournalPosition | null = null;
    do {
      const page: Awaited<ReturnType<ReadLines>> = await owners[name].bookLines(
        { livemode, from_ms, to_ms, after, limit: LINES_OF_PAGE_MAX },
        CALL,
      );
      if (page.lines.length > 0) yield page.lines;
      after = page.next;
    } while (after !== null);
  }
}

/** What owners know of lines, in the order of the lines. */
export async function explained<Line extends LineName>(
  owners: JournalOwners,
  livemode: boolean,
  lines: readonly Line[],
): Promise<readonly (readonly [line: Line, explained: ExplainedLine])[]> {
  const pairs: (readonly [Line, ExplainedLine])[] = [];
  for (const name of OWNERS) {
    const own = lines.filter(({ kind }) => OWNER_OF[kind] === name);
    for (let at = 0; at < own.length; at += LINES_EXPLAINED_MAX) {
      const some = own.slice(at, at + LINES_EXPLAINED_MAX);
      const references = some.map(({ kind, reference }) => ({ kind, reference }));
      const answer = await owners[name].explainLines({ livemode, references }, CALL);
      for (const [index, line] of some.entries()) {
        const about = answer.lines[index];
        if (about?.reference !== line.reference || about.kind !== line.kind)
          throw new Error(`${name} explained other lines than those it was asked about`);
        pairs.push([line, about]);
      }
    }
  }
  return pairs;
}

/** Has the owners of these lines ask the provider itself whether it moved money after their objects' ends. */
export async function haveEndsVerified(
  owners: JournalOwners,
  livemode: boolean,
  lines: readonly LineName[],
): Promise<void> {
  for (const name of OWNERS) {
    const own = lines.filter(({ kind }) => OWNER_OF[kind] === name).map(({ reference }) => reference);
    for (let at = 0; at < own.length; at += IDS_OF_CALL_MAX)
      await owners[name].verifyEnds({ livemode, ids: own.slice(at, at + IDS_OF_CALL_MAX) }, CALL);
  }
}
