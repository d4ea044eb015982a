import {
  IDS_OF_CALL_MAX,
  isId,
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

/** Of whose objects owners are asked. */
export interface OwnersScope {
  readonly livemode: boolean;
  readonly provider: string;
  readonly provider_account: string | null;
}

/** What went back is of the object that its reference names; of any other the line says it. */
function ownerOf({ kind, reference }: LineName): keyof JournalOwners {
  if (kind !== "reversal") return OWNER_OF[kind];
  if (isId("refund", reference)) return "refunds";
  return isId("payout", reference) ? "payouts" : "payments";
}

const OWNER_OF: Readonly<Record<BookLineKind, keyof JournalOwners>> = {
  charge: "payments",
  reversal: "payments",
  refund: "refunds",
  payout: "payouts",
};
const OWNERS = ["payments", "refunds", "payouts"] as const;
const CALL: Call = { requestId: "", timeoutMs: 20_000 };

/** Our books of a source between two moments, owner by owner, a page at a time. */
export async function* ourJournals(
  owners: JournalOwners,
  asked: OwnersScope & { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<readonly BookLine[]> {
  const { fromMs: from_ms, toMs: to_ms, ...scope } = asked;
  for (const name of OWNERS) {
    let after: JournalPosition | null = null;
    do {
      const page: Awaited<ReturnType<ReadLines>> = await owners[name].bookLines(
        { ...scope, from_ms, to_ms, after, limit: LINES_OF_PAGE_MAX },
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
  scope: OwnersScope,
  lines: readonly Line[],
): Promise<readonly (readonly [line: Line, explained: ExplainedLine])[]> {
  const pairs: (readonly [Line, ExplainedLine])[] = [];
  for (const name of OWNERS) {
    const own = lines.filter((line) => ownerOf(line) === name);
    for (let at = 0; at < own.length; at += LINES_EXPLAINED_MAX) {
      const some = own.slice(at, at + LINES_EXPLAINED_MAX);
      const references = some.map(({ kind, reference }) => ({ kind, reference }));
      const answer = await owners[name].explainLines({ ...scope, references }, CALL);
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

/**
 * Has the owners of these lines ask the provider itself whether it moved money after their objects' ends, or took back
 * what they had moved.
 */
export async function haveEndsVerified(
  owners: JournalOwners,
  scope: OwnersScope,
  lines: readonly LineName[],
): Promise<void> {
  for (const name of OWNERS) {
    const own = lines.filter((line) => ownerOf(line) === name);
    for (const taken_back of [false, true]) {
      const ids = own.flatMap(({ kind, reference }) =>
        (kind === "reversal") === taken_back ? [reference] : [],
      );
      for (let at = 0; at < ids.length; at += IDS_OF_CALL_MAX)
        await owners[name].verifyEnds(
          { ...scope, ids: ids.slice(at, at + IDS_OF_CALL_MAX), ...(taken_back ? { taken_back } : {}) },
          CALL,
        );
    }
  }
}
