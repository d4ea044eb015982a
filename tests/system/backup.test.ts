import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { startEmbeddedPostgres } from "@flowlix/persistence/embedded";
import { guardedFolder, moveClock, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../services/standalone/src/banner.ts";
import { databaseOf, type Database } from "./e2e/support/database.ts";
import { eventIn, signedBy, startInbox, type Inbox } from "./e2e/support/webhooks.ts";
import { prepareFolder } from "./e2e/support/prepared-folder.ts";
import { backUp, restore } from "./support/backups.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "./support/installation.ts";
import { pay, readPayment, refund, type Payer } from "./support/pay.ts";

interface Paid {
  readonly key: string;
  readonly id: string;
  /** Where the database's log ended when the Payment had been answered. */
  readonly lsn: string;
}

/** At any time of day, the day of the restore is over then. */
const TWO_DAYS_MS = 2 * 86_400_000;
const AT_ONCE = 4;
const HEAD = 40;
const NO_QUOTA = { KEY_QUOTA: "100000", KEY_QUOTA_BURST: "100000" };

describe("an installation that is backed up while it takes payments, and restored elsewhere", function () {
  this.timeout(2 * START_TIMEOUT_MS);
  let folder: GuardedFolder;
  let running: Installation;
  let restored: Installation;
  let inbox: Inbox;
  let endpointSecret: string;
  let lostRefund: string;
  let own: Database | undefined;
  let others: Database | undefined;
  const paid: Paid[] = [];
  let kept: Paid[] = [];
  const place = (name: string) => join(folder.path, name);
  const backup = () => place("backup");
  const secrets = () => place("elsewhere.json");
  /** The merchant of before: its key is in the database. */
  const merchant = (): Payer => ({ publicUrl: restored.publicUrl, apiKey: running.apiKey });

  before("back up under load", async () => {
    folder = guardedFolder("backup");
    await prepareFolder(place("one"));
    running = await startStandalone({ dataDir: place("one"), env: NO_QUOTA });
    inbox = await startInbox();
    endpointSecret = await endpointAt(inbox.receiver.url);
    own = databaseOf(place("one"));
    let isOver = false;
    const load = Array.from({ length: AT_ONCE }, async () => {
      while (!isOver) await payOnce();
    });
    await waitFor("payments", () => paid.length >= HEAD);
    const ended = await backUp(place("one"), { TO: backup(), SECRETS_TO: secrets() });
    expect([ended.code, ended.problems]).to.deep.equal([0, []]);
    isOver = true;
    await Promise.all(load);
    const manifest: { end_lsn: string } = JSON.parse(readFileSync(join(backup(), "manifest.json"), "utf8"));
    const rows = await database().sql(
      "select id from unnest($1::text[], $2::pg_lsn[]) as p (id, lsn) where lsn <= $3::pg_lsn",
      [paid.map(({ id }) => id), paid.map(({ lsn }) => lsn), manifest.end_lsn],
    );
    const ids = new Set(rows.map(({ id }) => id));
    kept = paid.filter(({ id }) => ids.has(id));
    expect(kept.length).to.be.at.least(HEAD);
    await payOnce();
    const refunded = await refund(running, kept[0]?.id ?? "", 1_000);
    lostRefund = String(refunded.body["id"]);
    await waitFor("the refund in the acquirer's book", async () => {
      const lines = await database().sql("select from sandbox_acquirer.book where reference = $1", [
        lostRefund,
      ]);
      return lines.length > 0;
    });
  });
  after("end all of it", async () => {
    for (const one of [own, others]) await one?.close();
    for (const one of [running, restored]) await one?.stop();
    await inbox.close();
    await folder.remove();
  });

  const database = (): Database => own ?? databaseOf(place("one"));

  async function endpointAt(url: string): Promise<string> {
    const response = await fetch(`${running.publicUrl}/v1/webhook_endpoints`, {
      method: "POST",
      headers: { authorization: `Bearer ${running.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ url, enabled_events: ["*"] }),
    });
    const { secret }: { secret: string } = JSON.parse(await response.text());
    return secret;
  }

  async function payOnce(): Promise<void> {
    const key = randomUUID();
    const { status, body } = await pay(running, { key });
    expect(status).to.equal(201);
    const [row] = await database().sql("select pg_current_wal_insert_lsn()::text as lsn");
    paid.push({ key, id: String(body["id"]), lsn: String(row?.["lsn"]) });
  }

  it("keeps the secrets in a file of their own that its owner alone may read, and says which they are", () => {
    expect(statSync(secrets()).mode & 0o777).to.equal(0o600);
    const all: Record<string, string> = JSON.parse(readFileSync(join(place("one"), "secrets.json"), "utf8"));
    expect(JSON.parse(readFileSync(secrets(), "utf8"))).to.deep.equal(all);
    const text = readFileSync(join(backup(), "manifest.json"), "utf8");
    const manifest: { secrets: { names: string[] } } = JSON.parse(text);
    expect(manifest.secrets.names).to.have.members(Object.keys(all));
    for (const secret of Object.values(all)) expect(text).not.to.contain(secret.split(":").at(-1));
  });

  it("leaves no replication slot", async () => {
    expect(await database().sql("select slot_name from pg_replication_slots")).to.deep.equal([]);
  });

  it("starts from the backup, and says that it is not continued yet", async () => {
    const ended = await restore(place("two"), { FROM: backup(), SECRETS: secrets() });
    expect([ended.code, ended.problems]).to.deep.equal([0, []]);
    await acquirerGoesOn();
    restored = await startStandalone({ dataDir: place("two"), env: NO_QUOTA });
    others = databaseOf(place("two"));
    expect(restored.output()).to.contain("run flowlix restore continue");
    expect((await restored.cli("restore", "status")).code).to.equal(6);
  });

  it("has every Payment that was answered before the backup's end", async () => {
    for (const { id } of kept) {
      const { status, body } = await readPayment(merchant(), id);
      expect([status, body["status"]], id).to.deep.equal([200, "SUCCEEDED"]);
    }
  });

  it("answers a repeated request as before the backup, and charges nobody again", async () => {
    for (const { id, key } of kept.slice(0, HEAD)) {
      const response = await fetch(`${restored.publicUrl}/v1/payments`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${running.apiKey}`,
          "idempotency-key": key,
          "content-type": "application/json",
        },
        body: JSON.stringify(FIRST_PAYMENT),
      });
      const body: { id: string } = JSON.parse(await response.text());
      expect([response.headers.get("idempotent-replayed"), body.id]).to.deep.equal(["true", id]);
    }
  });

  it("has a ledger that agrees with itself and with what happened", async () => {
    const { code, stdout, stderr } = await restored.cli("ledger", "check", "--all");
    expect([code, stderr.includes("missing")], stdout).to.deep.equal([0, false]);
  });

  it("goes on signing and sending webhooks to the endpoints of before", async () => {
    const { body } = await pay(merchant());
    const event = await inbox.arrived("payment.succeeded", String(body["id"]));
    const request = inbox.receiver.requests.find((one) => eventIn(one).id === event.id);
    expect(request && signedBy(endpointSecret, request)).to.deep.equal([true, true]);
  });

  it("is led through what the acquirer has and the backup did not, until nothing is open", async () => {
    const there = await others?.sql("select id from payments.payments");
    const known = new Set(there?.map(({ id }) => id));
    const lost = paid.filter(({ id }) => !known.has(id)).map(({ id }) => id);
    if (others === undefined) throw new Error("nothing is restored");
    // The day of the restore is over, and the acquirer's statement of it is complete.
    await moveClock(
      { sql: async (text, values) => [...((await others?.sql(text, values)) ?? [])] },
      TWO_DAYS_MS,
    );
    const first = await restored.cli("restore", "continue", "--json");
    const found: { differences: { id: string; difference: string; reference: string }[] } = JSON.parse(
      first.stdout,
    );
    const missing = found.differences.filter(({ difference }) => difference === "missing_here");
    expect(missing.map(({ reference }) => reference)).to.have.members([...lost, lostRefund]);
    const shown = await restored.cli("restore", "continue");
    expect(shown.stdout).to.contain("missing_here, charge").and.to.contain("missing_here, refund");
    for (const { id } of missing)
      expect((await restored.cli("reconcile", "resolve", id, "--note", "told the merchant")).code).to.equal(
        0,
      );
    const last = await restored.cli("restore", "continue");
    expect([last.code, last.stderr.includes("missing")], last.stdout).to.deep.equal([0, false]);
    expect(last.stdout).to.contain("Nothing is open");
    expect((await restored.cli("restore", "status")).code).to.equal(0);
  });

  /** The acquirer is not restored: it has its book. The simulated one is in the same database, and gets it again. */
  async function acquirerGoesOn(): Promise<void> {
    const { postgres_password: superuserPassword }: { postgres_password: string } = JSON.parse(
      readFileSync(secrets(), "utf8"),
    );
    const dataDir = join(place("two"), "postgres-18");
    const server = await startEmbeddedPostgres({ dataDir, superuserPassword, ownsParent: true });
    const client = await connect(server.url, "e2e");
    try {
      // Past the triggers that keep its book from changing.
      await client.query("set session_replication_role = replica");
      for (const table of ["orders", "transfers", "book", "due_results", "callbacks"]) {
        const name = `sandbox_acquirer.${table}`;
        const rows = await database().sql(`select to_jsonb(t) as line from ${name} t`);
        await client.query(`truncate ${name}`);
        await client.query(
          `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
          [JSON.stringify(rows.map(({ line }) => line))],
        );
      }
      await client.query(
        "select setval('sandbox_acquirer.book_seq_seq', 1000000), setval('sandbox_acquirer.orders_seq_seq', 1000000), setval('sandbox_acquirer.transfers_seq_seq', 1000000)",
      );
    } finally {
      await client.end();
      await server.stop();
    }
  }
});
