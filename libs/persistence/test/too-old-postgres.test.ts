import { connect, createPools, migrate, POSTGRES_MAJORS, UnfitServerError } from "@flowlix/persistence";
import { withPostgres } from "@flowlix/testkit";
import { expect } from "chai";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

const TOO_OLD = String(POSTGRES_MAJORS.oldest - 1);

describe(`A real server of Postgres ${TOO_OLD}`, function () {
  this.timeout(60_000);
  const server = withPostgres(TOO_OLD);

  it("is refused by the migration, which leaves nothing, and by every process, each by its version", async () => {
    const adminUrl = server().url;
    const attempts = [
      () => migrate({ adminUrl, rolePrefix: "old", passwords: { ledger: "l" }, specs: [ledgerSchema] }),
      () => createPools({ url: adminUrl, name: "old", hot: 1, read: 1, background: 1 }),
    ];
    for (const attempt of attempts) {
      const error = await failureOf(attempt());
      expect(error).to.be.instanceOf(UnfitServerError);
      expect(error.message).to.match(
        /^the server is Postgres 15\.\d+ .*16 to 18 are supported: upgrade it[^;]*$/,
      );
    }
    const client = await connect(adminUrl, "test");
    const { rows } = await client.query("select 1 from pg_namespace where nspname in ('ledger', 'platform')");
    await client.end();
    expect(rows).to.deep.equal([]);
  });
});
