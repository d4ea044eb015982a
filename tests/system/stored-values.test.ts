import {
  BOOK_LINE_KINDS,
  DELIVERY_STATUSES,
  DIFFERENCE_KINDS,
  FAILURE_CODES,
  PAYMENT_STATUSES,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
} from "@flowlix/contracts";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICES } from "../../services/standalone/src/services.ts";

/** Migrations have the values of their day: one that the contract gains has to be let in by a new one. */
const STORED: readonly (readonly [table: string, column: string, values: readonly string[]])[] = [
  ["payments.payments", "status", PAYMENT_STATUSES],
  ["payments.payments", "failure_code", FAILURE_CODES],
  ["payments.refunds", "status", REFUND_STATUSES],
  ["payments.refunds", "failure_code", FAILURE_CODES],
  ["refunds.refunds", "status", REFUND_STATUSES],
  ["refunds.refunds", "failure_code", FAILURE_CODES],
  ["payouts.payouts", "status", PAYOUT_STATUSES],
  ["payouts.payouts", "failure_code", FAILURE_CODES],
  ["notifier.deliveries", "status", DELIVERY_STATUSES],
  ["reconciler.differences", "kind", BOOK_LINE_KINDS],
  ["reconciler.differences", "difference", DIFFERENCE_KINDS],
];

describe("What the schemas let in", function () {
  this.timeout(60_000);
  const database = withDatabase(SERVICES.map(({ schema }) => schema));

  for (const [table, column, values] of STORED)
    it(`has each value of the contract for ${table}.${column}`, async () => {
      const rows = await database().sql(`
        select pg_get_constraintdef(c.oid) as rule
          from pg_attribute a
          join pg_constraint c on c.contypid = a.atttypid or (c.conrelid = a.attrelid and c.conkey = array[a.attnum])
         where a.attrelid = '${table}'::regclass and a.attname = '${column}' and c.contype = 'c'`);
      const listed = rows.map(({ rule }) => String(rule)).filter((rule) => rule.includes("ARRAY["));
      expect(listed, "rules that list values").not.to.deep.equal([]);
      for (const rule of listed)
        expect(values.filter((value) => !rule.includes(`'${value}'`))).to.deep.equal([]);
    });
});
