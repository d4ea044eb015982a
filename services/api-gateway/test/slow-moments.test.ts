import { connect } from "@flowlix/persistence";
import { createTestDatabase, waitFor } from "@flowlix/testkit";
import { apiGatewaySchema } from "@flowlix/api-gateway";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";

const list = (gateway: TestGateway, apiKey: string) =>
  fetch(`${gateway.url}/v1/payments`, { headers: { authorization: `Bearer ${apiKey}` } });

/** Holds a table from every reader until it is told to let go. */
async function holdTable(gateway: TestGateway, table: string) {
  const holder = await connect(gateway.database.adminUrl, "holder");
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await holder.query("rollback");
    await holder.end();
  };
}

/** Until readers of the gateway's have been waiting for so long, by the clock of the database. */
const waitedFor = (gateway: TestGateway, seconds: number) =>
  waitFor(`a look-up to have waited for ${seconds} s`, async () => {
    const [row] = await gateway.database.sql(
      `select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds
         from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%gateway.api_key_secrets%'`,
    );
    return Number(row?.["seconds"]) >= seconds;
  });

describe("a slow moment of the gateway's database", function () {
  this.timeout(60_000);

  it("the first look-up of a key that takes 3 seconds is answered, not refused", async () => {
    const gateway = await startGateway();
    const { apiKey } = await gateway.merchant();
    const letGo = await holdTable(gateway, "gateway.api_keys");
    const asked = list(gateway, apiKey);
    await waitedFor(gateway, 3);
    await letGo();
    expect((await asked).status).to.equal(200);
    await gateway.stop();
  });

  it("a look-up outlives the bounds of its statement and of its wait for a connection", async () => {
    const gateway = await startGateway();
    const keys = [];
    for (let index = 0; index < 12; index += 1) keys.push((await gateway.merchant()).apiKey);
    const letGo = await holdTable(gateway, "gateway.api_keys");
    const asked = keys.map((apiKey) => list(gateway, apiKey));
    // The statement's bound, 4 s, has ended some, and they ask again.
    await waitedFor(gateway, 3.5);
    await waitFor("another try", async () => {
      const [row] = await gateway.database.sql(
        `select count(*)::int as tries from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%gateway.api_key_secrets%' and clock_timestamp() - query_start < interval '1 s'`,
      );
      return Number(row?.["tries"]) > 0;
    });
    await letGo();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).to.deep.equal(keys.map(() => 200));
    await gateway.stop();
  });

  it("a request whose own time is too short for it is 503", async () => {
    const gateway = await startGateway({ env: { REQUEST_DEADLINE: "1s" } });
    const { apiKey } = await gateway.merchant();
    const letGo = await holdTable(gateway, "gateway.api_keys");
    const answer = await list(gateway, apiKey);
    await letGo();
    expect([answer.status, answer.headers.get("retry-after")]).to.deep.equal([503, "1"]);
    await gateway.stop();
  });
});

describe("a gateway that says where it is", function () {
  this.timeout(60_000);

  it("has its connections for reads open, and has called its owners", async () => {
    const gateway = await startGateway();
    const rows = await gateway.database.sql(
      `select application_name as name, count(*)::int as connections from pg_stat_activity
        where datname = current_database() and application_name in ('api-gateway:hot', 'api-gateway:read') group by 1 order by 1`,
    );
    expect(rows.map(({ name, connections }) => [name, connections])).to.deep.equal([
      ["api-gateway:hot", 1],
      ["api-gateway:read", 4],
    ]);
    expect(await gateway.metrics.text()).to.match(
      /moleculer_action_requests_total\{action="payments.health",outcome="ok",mode="none"\} [1-9]/,
    );
    await gateway.stop();
  });

  it("replaces another one under load, and nothing is refused", async () => {
    const database = await createTestDatabase([apiGatewaySchema]);
    const first = await startGateway({ database });
    const apiKeys: string[] = [];
    for (let index = 0; index < 40; index += 1) apiKeys.push((await first.merchant()).apiKey);
    let current = first;
    let replaced = false;
    let next = 0;
    const statuses = new Map<number, number>();
    /** Each of them looks each key up for a first time. */
    const client = async (): Promise<void> => {
      for (let more = 0; more < 5 || !replaced; more += replaced ? 1 : 0) {
        const apiKey = apiKeys[next++ % apiKeys.length] ?? "";
        const { status } = await list(current, apiKey);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const clients = Promise.all([client(), client(), client()]);
    await waitFor("the load", () => (statuses.get(200) ?? 0) > 10);
    const second = await startGateway({ database });
    current = second;
    const stopped = first.stop();
    const before = statuses.get(200) ?? 0;
    await waitFor("the new one to be used", () => (statuses.get(200) ?? 0) > before + 20);
    replaced = true;
    await clients;
    expect([...statuses.keys()]).to.deep.equal([200]);
    await stopped;
    await second.stop();
    await database.drop();
  });
});
