import { checkMove, historyOf, type RowState, type Sql } from "@flowlix/testkit";
import { expect } from "chai";

/** The legal moves as the specification has them; none leads out of an end (docs/design/architecture.md#rule-8). */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  PENDING: ["REQUIRES_ACTION", "PROCESSING", "SUCCEEDED", "FAILED"],
  REQUIRES_ACTION: ["PROCESSING", "SUCCEEDED", "FAILED", "EXPIRED"],
  PROCESSING: ["REQUIRES_ACTION", "SUCCEEDED", "FAILED"],
};

const BORN: Readonly<Record<string, string>> = {
  DIRECT: "PENDING",
  HOSTED_PAYMENT_PAGE: "REQUIRES_ACTION",
};

/** What may change while the version stays: when it is synced next, and how often a form was refused. */
const UNVERSIONED = [
  "next_look_at",
  "last_look_at",
  "look_count",
  "look_hung",
  "refused_submits",
  "form_closed_until",
];

/** Checks a Payment's row and events from first to last (docs/design/architecture.md#rule-7, #rule-8 and #rule-9). */
export async function checkHistory(database: Sql, id: string): Promise<void> {
  const entered: string[] = [];
  for (const { before, after } of await historyOf(database, id)) {
    if (after === null) {
      expect(before?.["status"], "only what nobody was told of is deleted").to.equal("PENDING");
      continue;
    }
    if (before === null) {
      expect(after["status"], "a payment's first status").to.equal(BORN[String(after["integration_type"])]);
      expect(after["version"], "a payment's first version").to.equal(1);
    } else checkChange(before, after);
    if (before?.["status"] !== after["status"] && after["status"] !== "PENDING")
      entered.push(`${String(after["version"])} payment.${String(after["status"]).toLowerCase()}`);
  }
  const outbox = await database.sql(
    `select version, event_type, payload -> 'data' -> 'payment' ->> 'status' as status,
            payload -> 'data' -> 'payment' ->> 'id' as id
       from payments.outbox where object_id = $1 order by version`,
    [id],
  );
  const reported = outbox.map(({ version, event_type }) => `${String(version)} ${String(event_type)}`);
  expect(reported, "one event for each status entered, at its version").to.deep.equal(entered);
  for (const { event_type, status, id: whose } of outbox) {
    expect(`payment.${String(status).toLowerCase()}`, "an event shows the status it tells of").to.equal(
      event_type,
    );
    expect(whose).to.equal(id);
  }
}

function checkChange(before: RowState, after: RowState): void {
  const move = checkMove(before, after, { moves: MOVES, unversioned: UNVERSIONED });
  if (move === null) return;
  for (const name of ["requires_action_at", "processing_at"] as const) {
    if (before[name] !== null) expect(after[name], `${name} is the first time`).to.equal(before[name]);
  }
  if (move.from === "REQUIRES_ACTION" && move.to === "REQUIRES_ACTION") {
    const [was, is] = [instant(before["action_expires_at"]), instant(after["action_expires_at"])];
    expect(is, "an action's expiry is never extended").to.be.at.most(was);
  }
}

const instant = (value: unknown): number => new Date(String(value)).getTime();
