import { connect, migrate, roleName } from "@flowlix/persistence";
import { expect } from "chai";
import { emptyDatabase, type EmptyDatabase } from "./support/empty-database.ts";
import { ledgerSchema, vaultSchema } from "./support/ledger-schema.ts";

/** Every right that anybody has to anything in a database, and to the database. */
const RIGHTS = `
  with acls as (
    select 'database' as kind, 'this' as name, coalesce(datacl, acldefault('d', datdba)) as acl
      from pg_database where datname = current_database()
    union all
    select 'schema', nspname, coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace
     where nspname in ('platform', 'public', 'ledger', 'vault')
    union all
    select relkind::text, oid::regclass::text, coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
      from pg_class where relnamespace::regnamespace::text in ('platform', 'ledger', 'vault') and relkind in ('r', 'S')
    union all
    select 'function', oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner))
      from pg_proc where pronamespace::regnamespace::text in ('platform', 'ledger', 'vault')
    union all
    select 'default', defaclobjtype::text || ' ' || defaclnamespace::regnamespace::text, defaclacl from pg_default_acl)
  select kind, name, grantee::regrole::text as grantee, string_agg(privilege_type, ',' order by privilege_type) as rights
    from acls, aclexplode(acl) group by kind, name, grantee order by kind, name, grantee`;

describe("A database that was restored without roles and rights", function () {
  this.timeout(60_000);
  const passwords = { ledger: "one", "secret-vault": "two" };
  const specs = [ledgerSchema, vaultSchema];
  let database: EmptyDatabase;
  const migrated = () =>
    migrate({ adminUrl: database.adminUrl, rolePrefix: database.rolePrefix, passwords, specs });
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  /** What a dump without owners and privileges leaves of them in a server that never knew the roles. */
  async function loseRolesAndRights(): Promise<void> {
    for (const { service } of specs) {
      const role = roleName(database.rolePrefix, service);
      await database.sql(`drop owned by ${role}; drop role ${role}`);
    }
    await database.sql("grant execute on function platform.clock() to public");
    await database.sql(
      "do $$ begin execute format('grant connect, temporary on database %I to public', current_database()); end $$",
    );
  }

  it("has every role, password and right again after one migration, and after two", async () => {
    await migrated();
    const rights = await database.sql(RIGHTS);
    expect(rights.length).to.be.above(10);
    await loseRolesAndRights();
    expect(await database.sql(RIGHTS)).not.to.deep.equal(rights);
    await migrated();
    expect(await database.sql(RIGHTS)).to.deep.equal(rights);
    await migrated();
    expect(await database.sql(RIGHTS)).to.deep.equal(rights);
    for (const [service, password] of Object.entries(passwords)) {
      const url = new URL(database.adminUrl);
      url.username = roleName(database.rolePrefix, service);
      url.password = password;
      const client = await connect(url.href, "test");
      await client.query("select platform.clock()");
      await client.end();
    }
  });
});
