import { orderNamed } from "@flowlix/provider";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { reconcileEvents } from "../recorded-events.ts";
import { PATIENCE_MS } from "./merchant.ts";
import { ROWS } from "./objects.ts";
import type { Storm } from "./storm.ts";

/** Journal, events and exceptions agree with both books and with the objects. */
export async function compareBooks({ acquirers, platform, livemode }: Storm): Promise<void> {
  const { database } = platform;
  expect(await database.sql(EXCEPTIONS), "exceptions").to.deep.equal([]);
  const posted = await database.sql(JOURNAL, [livemode]);
  const line = (reference: string, kind: string, amount: number, currency: string) =>
    [orderNamed(reference).id, kind, amount, currency].join(" ");
  expect(
    posted
      .map((row) =>
        line(String(row["reference"]), String(row["kind"]), Number(row["amount"]), String(row["currency"])),
      )
      .toSorted(),
    "the journal is the books",
  ).to.deep.equal(
    acquirers
      .lines()
      .map(({ reference, kind, amount, currency }) => line(reference, kind, amount, currency))
      .toSorted(),
  );
  await reconcileEvents(database);
  expect(await database.sql(OTHER_ENDS), "no end is told but the object's").to.deep.equal([]);
  await waitFor(
    "a clean check of the journal",
    async () => {
      const { code, stdout, stderr } = await platform.installation().cli("ledger", "check");
      if (code !== 0) throw new Error(`${code}: ${stdout}${stderr}`);
      return true;
    },
    PATIENCE_MS,
  );
}

const EXCEPTIONS = ["payments", "refunds", "payouts"]
  .map((owner) => `select '${owner}' as owner, kind, object_id, detail from ${owner}.anomalies`)
  .join(" union all ");
const JOURNAL = `
  select object_id as reference, case kind when 'capture' then 'charge' else kind end as kind, amount, currency
    from payments.journal where livemode = $1
  union all select object_id, kind, amount, currency from refunds.journal where livemode = $1
  union all select object_id, kind, amount, currency from payouts.journal where livemode = $1`;
const OTHER_ENDS = `
  select e.object_id, e.type, o.status from notifier.events as e join (${ROWS}) as o on o.id = e.object_id
   where e.type ~ '[.](succeeded|failed|expired)$' and split_part(e.type, '.', 2) <> lower(o.status)`;
