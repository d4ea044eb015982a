import { orderNamed, orderReference } from "@flowlix/provider";
import { expect } from "chai";
import type { Row } from "../database.ts";
import { ACQUIRER_NAMES, type Line } from "./acquirers.ts";
import { ENDED, type Made, type Shown } from "./merchant.ts";
import type { Storm } from "./storm.ts";

/** A refund whose creation was prevented is no object: nothing shows it, and nothing of it may be executed. */
export const ROWS = ["payments", "refunds", "payouts"]
  .map((owner) => {
    const attempt = owner === "payments" ? "card_attempt" : "null::integer";
    return `select id, status, provider, provider_account, ${attempt} as attempt from ${owner}.${owner}
             where provider_account is not null and status <> 'VOIDED'`;
  })
  .join(" union all ");

/**
 * Every object is executed once or never over all books, at the account and under the reference that its row names, for
 * its amount, and told rightly; its key answers with it. Answers how many of each end there are.
 */
export async function compareObjects(storm: Storm): Promise<Readonly<Record<string, number>>> {
  const { acquirers, merchant, platform } = storm;
  const { made } = merchant;
  const tally: Record<string, number> = {};
  expect(new Set(made.map(({ id }) => id)).size, "an object for each key").to.equal(made.length);
  const rows = new Map((await platform.database.sql(ROWS)).map((row) => [String(row["id"]), row]));
  expect([...rows.keys()].toSorted(), "no object but those").to.deep.equal(
    made.map(({ id }) => id).toSorted(),
  );
  for (const one of made) {
    const shown = await merchant.read(one);
    const row = rows.get(one.id) ?? {};
    compareObject(storm, one, shown, row);
    expect((await merchant.replay(one)).id, `the key of ${one.id}`).to.equal(one.id);
    const counted = `${String(row["provider"])} ${one.collection} ${shown.status}`;
    tally[counted] = (tally[counted] ?? 0) + 1;
  }
  const strays = acquirers
    .lines()
    .filter(({ reference, kind }) => kind === "reversal" || !rows.has(orderNamed(reference).id));
  expect(strays, "nothing executed that is no object's").to.deep.equal([]);
  for (const name of ACQUIRER_NAMES)
    expect(
      acquirers.lines().some(({ acquirer, kind }) => acquirer === name && kind === "charge"),
      `charges at ${name}`,
    ).to.equal(true);
  return tally;
}

function compareObject({ acquirers, merchant }: Storm, one: Made, shown: Shown, row: Row): void {
  const what = `${one.kind} ${one.id} ${shown.status} at ${String(row["provider"])}`;
  const lines = acquirers.lines().filter(({ reference }) => orderNamed(reference).id === one.id);
  expect(lines.length, `${what}: executed, over both books`).to.equal(shown.status === "SUCCEEDED" ? 1 : 0);
  for (const line of lines) {
    expect([line.amount, line.currency], what).to.deep.equal([shown.amount, shown.currency]);
    expect([line.acquirer, line.reference], `${what}: where the row says`).to.deep.equal([
      row["provider"],
      referenceOf(row),
    ]);
    expect(merchant.accounts[line.acquirer], what).to.equal(row["provider_account"]);
  }
  if ("amount_refunded" in shown)
    expect(shown.amount_refunded, `${what}: given back`).to.equal(
      sumOf(
        acquirers
          .lines()
          .filter(
            ({ kind, charge }) => kind === "refund" && charge !== null && orderNamed(charge).id === one.id,
          ),
      ),
    );
  if (ENDED.has(shown.status)) return;
  // Nothing says of an acquirer that cannot be read that it never got something: that stays open, and is not guessed.
  expect(row["provider"], `${what}: open`).to.equal("adyen");
  expect(acquirers.knows(one.id), `${what}: open, and known there`).to.equal(false);
}

const referenceOf = ({ id, attempt }: Row): string =>
  orderReference({ id: String(id), attempt: attempt === null ? 1 : Number(attempt) });

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);
