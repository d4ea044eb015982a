import {
  ACCOUNT_ACQUIRERS,
  createBusProofs,
  SANDBOX_TRAITS,
  type Evidence,
  type ProviderAdapter,
} from "@flowlix/provider";
import {
  accountCallbacksSql,
  accountsTableSql,
  acquirerCallsSql,
  addProviderAccountSql,
  addRouteSql,
  createEvidenceStore,
} from "@flowlix/engine";
import { createPools, type Pools, type ServiceSchemaSpec } from "@flowlix/persistence";
import { createLogger, createLoops, createMetrics, newId } from "@flowlix/runtime";
import { testKeyRing, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import type { MigrationInterface, QueryRunner } from "typeorm";
import type { AcquirerAccount } from "@flowlix/contracts";
import { createAcquirers, type OwnerAcquirers } from "../src/owner/create-acquirers.ts";
import { accountOf } from "./support/account.ts";

class CreatePayments1700000000000 implements MigrationInterface {
  name = "CreatePayments1700000000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table payments.payments (id text primary key, provider text not null, status text not null,
                                      next_look_at timestamptz, look_count integer, look_hung boolean)`);
    await runner.query(addProviderAccountSql("payments.payments"));
    await runner.query(addRouteSql("payments.payments"));
    await runner.query(accountCallbacksSql("payments"));
    await runner.query(accountsTableSql("payments"));
    await runner.query(acquirerCallsSql("payments"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop schema payments cascade");
  }
}

const SCHEMA: ServiceSchemaSpec = {
  service: "payments",
  schema: "payments",
  migrations: [CreatePayments1700000000000],
  entities: [],
};

const DEADLINE = { remainingMs: () => 5_000 };
const proofs = createBusProofs(testKeyRing("as1"));
const reported = (...accounts: AcquirerAccount[]) => ({ accounts, proof: proofs.of("accounts", accounts) });
const idOf = (letter: string) => `acq_${letter.repeat(24)}`;

describe("The port of a merchant's account at an acquirer that cannot be read", () => {
  const database = withDatabase([SCHEMA]);
  let pools: Pools;
  let acquirers: OwnerAcquirers;
  const given: (readonly Evidence[])[] = [];

  const never = () => Promise.reject(new Error("nothing else is asked of it"));
  const answer = async (_ref: unknown, _call: unknown, evidence: readonly Evidence[]) => {
    given.push(evidence);
    return { outcome: { kind: "absent" } as const, providerAtFault: false };
  };
  const transfers = { submit: never, read: answer, close: answer };
  const adapter: ProviderAdapter = {
    name: "mute",
    livemode: true,
    redirectHosts: [],
    allowLoopbackHttp: false,
    ...SANDBOX_TRAITS,
    evidence: true,
    registerOrder: never,
    authorise: never,
    readOrder: answer,
    closeOrder: answer,
    reverseOrder: async (_order, _call, evidence = []) => {
      given.push(evidence);
      return { outcome: "unknown", providerAtFault: false };
    },
    refunds: transfers,
    payouts: transfers,
    statement: { cutOffMs: 0, postedWithinMs: 0, read: never },
    verifyCallbacks: () => null,
    shutdown: async () => undefined,
  };

  before(async () => {
    ACCOUNT_ACQUIRERS["mute"] = {
      settings: "account",
      createAdapter: () => adapter,
      createCallbackVerifier: () => () => null,
    };
    pools = await createPools({
      url: database().urlOf("payments"),
      name: "test",
      hot: 1,
      read: 1,
      background: 2,
    });
    const metrics = createMetrics({ processMetrics: false });
    const logger = createLogger({ service: "payments", instance: "test", level: "silent" });
    const url = "http://127.0.0.1:1";
    acquirers = createAcquirers(
      { logger, metrics, tracer: undefined, loops: createLoops(metrics) },
      {
        PUBLIC_URL: url,
        ACQUIRER_URL: url,
        ACQUIRER_PUBLIC_URL: url,
        ACQUIRER_API_KEY: "key",
        PROVIDER_CALLBACK_URL: undefined,
        REQUEST_DEADLINE: 25_000,
        PROVIDER_TRIES: 1,
        ACQUIRER_SECRET_KEYS: testKeyRing("as1"),
        ACQUIRER_LOOPBACK: "true",
      },
      { name: "payments", operations: ["read", "close"] },
      pools,
    );
    const change = { provider: "mute" };
    await acquirers.accounts.keep(
      reported(
        accountOf({ id: idOf("a"), ...change, change: 1 }),
        accountOf({ id: idOf("b"), ...change, change: 2 }),
      ),
    );
  });
  after(async () => {
    delete ACCOUNT_ACQUIRERS["mute"];
    await acquirers?.shutdown();
    await pools?.close();
  });

  it("gives each read, closing and reversal what its own account signed of that reference, and nothing else", async () => {
    const order = { reference: newId("payment"), amount: 100, currency: "EUR", livemode: true };
    const store = createEvidenceStore(pools.background, "payments");
    for (const letter of ["a", "b"])
      await store.accept({ provider: "mute", provider_account: idOf(letter) }, [
        {
          callback_id: "1",
          object_id: order.reference,
          reference: order.reference,
          claimed_state: "succeeded",
          at: 1,
          evidence: `{"signed_by":"${letter}"}`,
        },
      ]);
    const port = acquirers.acquirers.of({ provider: "mute", provider_account: idOf("a") });
    await port.read(order, DEADLINE);
    await port.close(order, DEADLINE);
    await port.reverse(order, DEADLINE);
    await port.refunds.read({ ...order, charge: newId("payment") }, DEADLINE);
    await port.refunds.close({ ...order, charge: newId("payment") }, DEADLINE);
    await port.payouts.read(order, DEADLINE);
    await port.payouts.close(order, DEADLINE);
    expect(given.map((evidence) => evidence.map((one) => one.evidence))).to.deep.equal(
      Array.from({ length: 7 }, () => ['{"signed_by":"a"}']),
    );
  });

  it("leads nowhere by a made-up copy: nothing of a message without its right proof is kept", async () => {
    const another = accountOf({ id: idOf("c"), provider: "mute", change: 4 });
    const right = reported(
      accountOf({ id: idOf("a"), provider: "mute", settings: { colour: "blue" }, change: 3 }),
    );
    const elsewhere = right.accounts.map((one) => ({
      ...one,
      settings: { base_url: "https://elsewhere.example/" },
    }));
    for (const madeUp of [
      { accounts: elsewhere },
      { accounts: elsewhere, proof: right.proof },
      { accounts: [...right.accounts, another], proof: right.proof },
      { accounts: right.accounts, proof: createBusProofs(testKeyRing("as2")).of("accounts", right.accounts) },
    ]) {
      const refused = await acquirers.accounts.keep(madeUp).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(Error).with.property("name", "ProofError");
    }
    expect(acquirers.accounts.registry.all().map(({ id, settings }) => [id, settings])).to.deep.equal([
      [idOf("a"), {}],
      [idOf("b"), {}],
    ]);
    expect(await acquirers.accounts.keep({ accounts: [] }), "a question").to.deep.equal({ change: 2 });
    expect(await acquirers.accounts.keep(right)).to.deep.equal({ change: 3 });
    expect(acquirers.accounts.registry.byId(idOf("a"))?.settings).to.deep.equal({ colour: "blue" });
  });

  it("keeps each of its calls for the story of its object, under the account's name", async () => {
    const order = { reference: `${newId("payment")}_2`, amount: 100, currency: "EUR", livemode: true };
    const port = acquirers.acquirers.of({ provider: "mute", provider_account: idOf("b") });
    await port.read(order, DEADLINE, "req_1");
    await port.reverse(order, DEADLINE);
    await acquirers.calls.stop();
    const kept = await database().sql(
      `select operation, outcome, provider, provider_account, reference, request_id, tried, is_repeat
         from payments.acquirer_calls where object_id = $1 order by at, operation`,
      [order.reference.slice(0, -2)],
    );
    const of = { provider: "mute", provider_account: idOf("b"), reference: order.reference };
    expect(kept).to.deep.equal([
      { operation: "read", outcome: "absent", ...of, request_id: "req_1", tried: null, is_repeat: null },
      { operation: "reverse", outcome: "unknown", ...of, request_id: null, tried: null, is_repeat: null },
    ]);
  });
});
