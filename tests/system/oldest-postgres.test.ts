import { connect, POSTGRES_MAJORS, schemaDifferences } from "@flowlix/persistence";
import { waitFor, withPostgres } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICES } from "../../services/standalone/src/services.ts";
import { START_TIMEOUT_MS, startStandalone } from "./support/installation.ts";
import { pay, readPayment, refund } from "./support/pay.ts";

/** `make test` runs on the newest; this, and POSTGRES=16 before it, on the oldest. */
describe("an installation on the oldest Postgres that is supported", function () {
  this.timeout(START_TIMEOUT_MS);
  const server = withPostgres(String(POSTGRES_MAJORS.oldest));

  it("migrates every schema, takes a payment, refunds it, and its events leave", async () => {
    const admin = await connect(server().url, "test");
    await admin.query("create database oldest");
    await admin.end();
    const url = new URL(server().url);
    url.pathname = "/oldest";
    const installation = await startStandalone({ env: { DATABASE_URL: url.href } });
    const database = await connect(url.href, "test");
    try {
      const { status, body } = await pay(installation);
      expect([status, body["status"]]).to.deep.equal([201, "SUCCEEDED"]);
      const id = String(body["id"]);
      expect((await refund(installation, id, 100)).status).to.equal(201);
      await waitFor("the refund at its payment", async () => {
        const read = await readPayment(installation, id);
        return read.body["amount_refunded"] === 100;
      });
      await waitFor("both events at the notifier", async () => {
        const { rows } = await database.query("select distinct type from notifier.events order by type");
        const types = rows.map(({ type }) => String(type));
        return types.includes("payment.succeeded") && types.includes("refund.succeeded");
      });
      // A row goes after the notifier has answered that it stored the event.
      await waitFor("nothing to be left to leave", async () => {
        const { rows } = await database.query(
          "select (select count(*)::int from payments.outbox) + (select count(*)::int from refunds.outbox) as waiting",
        );
        return rows[0]?.waiting === 0;
      });
      for (const { schema } of SERVICES)
        expect(await schemaDifferences(database, schema), "schema.json is of the newest").to.deep.equal([]);
    } finally {
      await database.end();
      expect(await installation.stop()).to.equal(0);
    }
  });
});
