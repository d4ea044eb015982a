import { Client } from "pg";
import type { Drill, Fault } from "../fault.ts";

const answering =
  (status: number, howMany: number) =>
  async ({ traffic }: Drill) => {
    const chosen = traffic.merchants.slice(0, howMany);
    for (const merchant of chosen) merchant.endpointAnswers = status;
    return async () => {
      for (const merchant of chosen) merchant.endpointAnswers = 200;
    };
  };

async function withDatabase(url: string, run: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

/** Events that the notifier cannot store are refused to the owners that hand them over. */
const HURRY_MS = 300;

async function brokenTable(drill: Drill) {
  const { platform } = drill;
  await withDatabase(platform.databaseUrl, (client) =>
    client.query("alter table notifier.events add constraint drill check (false) not valid"),
  );
  // Ten refusals are up to a minute apart; here nobody waits for the next.
  const hurry = setInterval(
    () =>
      void withDatabase(platform.databaseUrl, (client) =>
        client.query("update payments.refused_events set held_until = now() where parked_at is null"),
      ).catch(() => undefined),
    HURRY_MS,
  );
  return async () => {
    clearInterval(hurry);
    await withDatabase(platform.databaseUrl, (client) =>
      client.query("alter table notifier.events drop constraint drill"),
    );
    await releaseParked(drill);
  };
}

interface Listed {
  readonly parked: readonly object[];
}

/** As the runbook says: once the cause is mended all is released. */
async function releaseParked({ platform }: Drill): Promise<void> {
  const { output } = await platform.cli("parked", "list", "--limit", "1000", "--json");
  const { parked }: Listed = JSON.parse(output);
  if (parked.length === 0) return;
  const count = String(parked.length);
  const released = ["parked", "release", "--all", "--count", count, "--note", "drill"];
  const { code, output: said } = await platform.cli(...released);
  if (code !== 0) throw new Error(said);
}

/** Another session has the notifier's table to itself: accepting events waits. */
async function lockedTable({ platform }: Drill) {
  const client = new Client({ connectionString: platform.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("lock table notifier.events in exclusive mode");
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

export const EVENT_FAULTS: readonly Fault[] = [
  {
    title: "one merchant's webhooks fail",
    pages: [],
    tickets: ["MerchantUnreached"],
    advice: "Tell the merchant.",
    inject: answering(500, 1),
  },
  {
    title: "all webhooks fail",
    pages: ["WebhooksFailing"],
    tickets: [],
    advice: "Egress: let it out on port 443 again.",
    inject: answering(500, 3),
  },
  {
    title: "outbox stuck",
    pages: ["OutboxNotDraining"],
    tickets: [],
    advice: "Bring the notifier or the bus back",
    inject: lockedTable,
  },
  {
    title: "notifier's table broken: events are parked",
    pages: ["OutboxParked"],
    tickets: [],
    advice: "a constraint of `notifier` that the release changed",
    inject: brokenTable,
  },
];
