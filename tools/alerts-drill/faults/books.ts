import { Client } from "pg";
import type { Drill, Fault } from "../fault.ts";
import type { Platform } from "../platform.ts";

const today = (): string => new Date().toISOString().slice(0, 10);

interface Line {
  readonly reference: string;
  readonly kind: string;
  readonly amount: number;
}

async function firstCharge({ acquirerAdminUrl }: Platform): Promise<Line> {
  const book = await (await fetch(`${acquirerAdminUrl}/book`)).text();
  const lines = book.split("\n").filter(Boolean);
  const charge = lines.map((line): Line => JSON.parse(line)).find(({ kind }) => kind === "charge");
  if (charge === undefined) throw new Error("the acquirer has charged nothing yet");
  return charge;
}

/** The statement has another amount of one charge than we have. */
async function otherAmount({ platform }: Drill) {
  const url = `${platform.acquirerAdminUrl}/statement-faults`;
  const { reference, amount } = await firstCharge(platform);
  const rules = [{ fault: "amount", kind: "charge", reference, amount: amount + 1 }];
  await fetch(url, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules }),
  });
  await platform.cli("reconcile", "run", "--date", today());
  return async () => {
    await fetch(url, { method: "DELETE" });
    await platform.cli("reconcile", "run", "--date", today());
  };
}

const OLDEST = "select object_id, kind from payments.journal order by at limit 1";

/** Somebody writes another amount into the journal, past the trigger that refuses it. */
async function changedJournal({ platform }: Drill) {
  const add = async (minorUnits: number, row: string) => {
    const client = new Client({ connectionString: platform.databaseUrl });
    await client.connect();
    try {
      await client.query("set session_replication_role = replica");
      const { rows } = await client.query<{ object_id: string }>(
        `update payments.journal as j set amount = amount + $1 from (${row}) as o
          where j.object_id = o.object_id and j.kind = o.kind returning j.object_id`,
        [minorUnits],
      );
      return rows[0]?.object_id ?? "";
    } finally {
      await client.end();
    }
  };
  await add(1_000, OLDEST);
  await platform.cli("ledger", "check", "--all");
  return async () => {
    await add(-1_000, OLDEST);
    await platform.cli("ledger", "check", "--all");
  };
}

const WITHIN_MS = 240_000;

export const BOOK_FAULTS: readonly Fault[] = [
  {
    title: "statement has another amount",
    pages: [],
    tickets: ["ReconciliationMismatchOpen"],
    withinMs: WITHIN_MS,
    advice: "The provider put its statement right",
    inject: otherAmount,
  },
  {
    title: "journal tampered with",
    pages: ["LedgerImbalance"],
    tickets: [],
    withinMs: WITHIN_MS,
    advice: "restore what was changed",
    inject: changedJournal,
  },
];
