import type { Scope } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { recordException, type ExceptionObject } from "./record-exception.ts";
import type { ExceptionsStore } from "./exceptions-store.ts";

interface Request<Row> {
  readonly scope: Scope;
  /** What else it says, by the column that holds it. */
  readonly asked: Readonly<Partial<Row>>;
  /** What the operator reads: in which fields it may differ. */
  readonly detail: string;
}

/**
 * The owner stores what it was asked for and compares (docs/design/architecture.md#rule-1): an id that meets another
 * request is an exception and never an answer. Errors: internal_error.
 */
export async function refuseAnotherRequest<Row extends ExceptionObject>(
  deps: { readonly exceptions: Pick<ExceptionsStore, "record"> },
  row: Row,
  { scope, asked, detail }: Request<Row>,
): Promise<void> {
  const isInScope = row.merchant_id === scope.merchant_id && row.livemode === scope.livemode;
  const stored = new Map<string, unknown>(Object.entries(row));
  const isSame = Object.entries(asked).every(([column, value]) => stored.get(column) === value);
  if (isInScope && isSame) return;
  await recordException(deps, row, "request_mismatch", detail);
  throw new DomainError("internal_error");
}
