import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import type { TransferKind } from "../transfers/transfer-amounts.ts";

/** One thing that was really executed. Amount in minor units, `at` in Unix seconds. */
export interface BookLine {
  readonly reference: string;
  readonly kind: "charge" | "reversal" | TransferKind;
  /** The order a refund gave back of; absent for anything else. */
  readonly charge?: string;
  readonly amount: number;
  readonly currency: string;
  /** How often it was executed; the book's key makes anything but 1 impossible. */
  readonly executions: number;
  readonly at: number;
}

type Row = Omit<BookLine, "charge"> & { readonly seq: number; readonly charge: string | null };

const PAGE = 1_000;
const LINE = `seq, reference, kind, charge, amount, currency, executions, floor(extract(epoch from at))::bigint as at`;
const ALL = `select ${LINE} from sandbox_acquirer.book where seq > $1 order by seq limit ${PAGE}`;
const OF_REFERENCE = `select ${LINE} from sandbox_acquirer.book where reference = $1 order by seq`;
const OF_CHARGE = `select ${LINE} from sandbox_acquirer.book where charge = $1 order by seq`;

/** The whole book in order of execution, a page in memory at a time. */
export async function* streamBook(read: Pool): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const rows = await query<Row>(read, { name: "book_page", text: ALL, values: [after] });
    if (rows.length > 0) yield rows.map(bookLine).join("");
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.seq ?? after;
  }
}

/** What was executed for one reference. */
export async function bookOf(read: Pool, reference: string): Promise<string> {
  const rows = await query<Row>(read, { name: "book_of_reference", text: OF_REFERENCE, values: [reference] });
  return rows.map(bookLine).join("");
}

/** The refunds of one charge that were executed. */
export async function refundsOf(read: Pool, charge: string): Promise<string> {
  const rows = await query<Row>(read, { name: "book_of_charge", text: OF_CHARGE, values: [charge] });
  return rows.map(bookLine).join("");
}

const ofCharge = ({ charge }: Row): { readonly charge?: string } => (charge === null ? {} : { charge });

function bookLine(row: Row): string {
  const { reference, kind, amount, currency, executions, at } = row;
  const line: BookLine = { reference, kind, ...ofCharge(row), amount, currency, executions, at };
  return `${JSON.stringify(line)}\n`;
}
