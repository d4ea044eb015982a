import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createAccountAdapters } from "@flowlix/engine";
import { createAccountSecrets } from "@flowlix/provider";
import { testKeyRing } from "@flowlix/testkit";
import { expect } from "chai";
import { accountOf } from "./support/account.ts";

const RING = testKeyRing("as1");
const secrets = createAccountSecrets(RING);
const CALL = { signal: new AbortController().signal, requestId: "req_test", isRepeat: true };
const ORDER = { reference: `pay_${"1".repeat(24)}`, amount: 100, currency: "EUR", livemode: true };

/** Every address of every acquirer, at one origin; and the secrets that say how it is spoken to. */
const ACQUIRERS = {
  checkout: (origin: string) => ({
    settings: { api_url: origin, redirect_hosts: ["pay.example"] },
    secrets: { secret_key: "sk_12345678", webhook_key: "wk_12345678" },
  }),
  adyen: (origin: string) => ({
    settings: {
      merchant_account: "Shop",
      checkout_url: `${origin}/v72`,
      redirect_hosts: ["pay.example"],
      transfers_url: `${origin}/btl`,
      balance_account: "BA1",
      reports_url: `${origin}/reports`,
      transfers_reports_url: `${origin}/transfers`,
      report_user: "report",
      time_zone: "UTC",
    },
    secrets: { api_key: "key", hmac_key: "ab".repeat(16), transfers_api_key: "key", report_password: "word" },
  }),
};

describe("Connections to the acquirer of an account", () => {
  let inside: Server;
  let connections = 0;
  before(async () => {
    inside = createServer((socket) => {
      connections += 1;
      socket.on("error", () => undefined).end();
    }).listen(0, "127.0.0.1");
    await once(inside, "listening");
  });
  after(() => inside.close());
  beforeEach(() => (connections = 0));

  function portOf(): number {
    const address = inside.address();
    if (address === null || typeof address === "string") throw new Error("it listens nowhere");
    return address.port;
  }

  function adapterOf(provider: keyof typeof ACQUIRERS, host: string, loopback: boolean) {
    const { settings, secrets: plain } = ACQUIRERS[provider](`https://${host}:${portOf()}`);
    const account = accountOf({ provider, settings });
    const encrypted = Object.entries(plain).map(([name, secret]) => [
      name,
      secrets.encrypt(account, name, secret),
    ]);
    // The name that led elsewhere when the account was set leads to this machine now.
    const resolve = async () => ["127.0.0.1"];
    const reach = { ring: RING, publicUrl: "https://pay.example", loopback, resolve };
    return createAccountAdapters(reach)({ ...account, secrets: Object.fromEntries(encrypted) });
  }

  for (const provider of ["checkout", "adyen"] as const) {
    /** All that have connections of their own: orders, payouts and statements. */
    const ask = async (host: string, loopback: boolean) => {
      const adapter = adapterOf(provider, host, loopback);
      try {
        const order = await (provider === "adyen"
          ? adapter.closeOrder(ORDER, CALL, [])
          : adapter.readOrder(ORDER, CALL, []));
        const payout = await adapter.payouts.read(ORDER, CALL, []);
        const statement = await adapter.statement.read("2026-11-20", async () => undefined, CALL);
        return [order, payout, statement].map(({ outcome }) => outcome);
      } finally {
        await adapter.shutdown();
      }
    };
    const LOST = { kind: "unknown", cause: "lost" };

    it(`at ${provider} go nowhere inside when its name was a public one once: what is asked is unknown`, async () => {
      expect(await ask("rebinding.example", false)).to.deep.equal([LOST, LOST, LOST]);
      expect(connections).to.equal(0);
    });

    it(`at ${provider} may go to this machine where an operator lets stand-ins be on it`, async () => {
      expect(await ask("rebinding.example", true)).to.deep.equal([LOST, LOST, LOST]);
      expect(connections).to.be.at.least(3);
    });

    it(`at ${provider} are not made where its address is one inside, whatever was allowed when it was set`, () => {
      for (const host of ["127.0.0.1", "169.254.169.254", "10.0.0.1"])
        expect(() => adapterOf(provider, host, false), host).to.throw("an address");
      expect(() => adapterOf(provider, "10.0.0.1", true)).to.throw("an address");
    });
  }
});
