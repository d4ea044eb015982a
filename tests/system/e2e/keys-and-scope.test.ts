import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf, type Answer } from "./support/api.ts";
import { cli, newKey, newMerchant, type Key } from "./support/merchants.ts";
import { IN_PROCESS, OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

const refusalOf = (answer: Answer) => [answer.status, errorOf(answer).code];
const REFUSED = [401, "invalid_api_key"];
/** A revocation holds everywhere within this time (docs/design/decisions.md#key-text). */
const REVOKED_WITHIN_MS = 5_000;

describe("a key opens its merchant's mode and nothing else", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS);

  it("another merchant's payment, and one of the other mode, is not found [SVC-4, AUTH-2, GET-3, ERR-8]", async () => {
    const [one, other] = [await newMerchant(platform()), await newMerchant(platform())];
    const { id } = paymentOf(await one.api.create());
    const second = await newKey(platform(), one.id, "sandbox");
    const live = await newKey(platform(), one.id, "live");
    expect(second.api_key).to.match(/^api_test_sk_[A-Za-z0-9]{32}$/);
    expect(live.api_key).to.match(/^api_live_sk_[A-Za-z0-9]{32}$/);
    expect((await platform().apiFor(second.api_key).read(id)).status).to.equal(200);
    for (const api of [other.api, platform().apiFor(live.api_key)]) {
      expect(refusalOf(await api.read(id))).to.deep.equal([404, "object_not_found"]);
    }
  });

  it("an Idempotency-Key belongs to one API key [IDEM-7]", async () => {
    const merchant = await newMerchant(platform());
    const second = platform().apiFor((await newKey(platform(), merchant.id, "sandbox")).api_key);
    const key = randomUUID();
    const [first, another] = [await merchant.api.create({ key }), await second.create({ key, amount: 77 })];
    expect(paymentOf(first).id).not.to.equal(paymentOf(another).id);
    expect(another.headers.get("idempotent-replayed")).to.equal(null);
  });

  it("live mode without a provider refuses creates, and provisioning too", async () => {
    const merchant = await newMerchant(platform());
    const live = platform().apiFor((await newKey(platform(), merchant.id, "live")).api_key);
    expect(refusalOf(await live.create())).to.deep.equal([422, "merchant_not_provisioned"]);
    const update = await platform()
      .installation()
      .cli("merchant", "update", merchant.id, "--mode", "live", "--provisioned", "yes", "--json");
    expect(update.code).not.to.equal(0);
    expect(refusalOf(await live.create())).to.deep.equal([422, "merchant_not_provisioned"]);
  });

  it("permissions decide what a key may do [D8-3]", async () => {
    const merchant = await newMerchant(platform());
    const { id } = paymentOf(await merchant.api.create());
    const may = async (permissions: string) => {
      const { api_key: apiKey } = await newKey(platform(), merchant.id, "sandbox", {
        permissions: [permissions],
      });
      const api = platform().apiFor(apiKey);
      return [(await api.create()).status, (await api.read(id)).status];
    };
    expect(await may("read")).to.deep.equal([403, 200]);
    expect(await may("payments")).to.deep.equal([201, 200]);
    expect(await may("refunds"), "creates refunds only").to.deep.equal([403, 403]);
    expect(await may("payouts")).to.deep.equal([403, 403]);
  });

  it("a revoked key ends within 5 s, for good [AUTH-3]", async () => {
    const merchant = await newMerchant(platform());
    expect((await merchant.api.create()).status).to.equal(201);
    await cli(platform(), "key", "revoke", merchant.keyId);
    await waitFor(
      "the end of the key",
      async () => (await merchant.api.create()).status === 401,
      REVOKED_WITHIN_MS,
    );
    expect(refusalOf(await merchant.api.create())).to.deep.equal(REFUSED);
  });

  it("a rolled key keeps its id and so its replays; without overlap the old secret ends", async () => {
    const merchant = await newMerchant(platform());
    const key = randomUUID();
    const first = await merchant.api.create({ key });
    const rolled = await cli<Key>(platform(), "key", "roll", merchant.keyId);
    expect(rolled.key_id).to.equal(merchant.keyId);
    const fresh = platform().apiFor(rolled.api_key);
    for (const api of [fresh, merchant.api]) {
      const replay = await api.create({ key });
      expect([replay.headers.get("idempotent-replayed"), replay.text]).to.deep.equal(["true", first.text]);
    }
    const last = await cli<Key>(platform(), "key", "roll", merchant.keyId, "--overlap", "0");
    await waitFor(
      "the end of the older secrets",
      async () => (await fresh.create()).status === 401,
      REVOKED_WITHIN_MS,
    );
    const replay = await platform().apiFor(last.api_key).create({ key });
    expect(replay.text).to.equal(first.text);
  });

  it("a key that expires ends with its time [D8-2]", async () => {
    const merchant = await newMerchant(platform());
    const expires = Math.floor(Date.now() / 1000) + 3_600;
    const { api_key: apiKey } = await newKey(platform(), merchant.id, "sandbox", { expires_at: expires });
    const api = platform().apiFor(apiKey);
    expect((await api.create()).status).to.equal(201);
    await platform().passTime(3_700_000);
    await waitFor("the end of the key", async () => (await api.create()).status === 401, REVOKED_WITHIN_MS);
  });

  it("whatever is wrong with the token is the same 401 [AUTH-3, ERR-5]", async () => {
    const { apiKey } = platform().api;
    const headers = [
      {},
      { authorization: "" },
      { authorization: apiKey },
      { authorization: `Basic ${apiKey}` },
    ];
    const tokens = ["Bearer", "Bearer x", `Bearer ${apiKey}x`, `Bearer ${apiKey.replace("test", "live")}`];
    for (const header of [...headers, ...tokens.map((authorization) => ({ authorization }))]) {
      const path = `${platform().installation().publicUrl}/v1/payments/pay_000000000000000000000000`;
      const response = await fetch(path, { headers: header });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      expect(refusalOf(answer), JSON.stringify(Object.values(header).length)).to.deep.equal(REFUSED);
    }
  });
});

describe("every key has its own quota", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS, { env: { KEY_QUOTA: "1", KEY_QUOTA_BURST: "5" } });

  it("a refused request says when, touched nothing, and no other key or health is affected [LIM-5, D10-5]", async () => {
    const merchant = await newMerchant(platform());
    // All at once: one after the other, a slow machine would fill the quota as fast as they spend it.
    const sent = Array.from({ length: 30 }, () => randomUUID());
    const answers = await Promise.all(sent.map((one) => merchant.api.create({ key: one })));
    const nth = answers.findIndex(({ status }) => status === 429);
    const [refused, key = ""] = [answers[nth], sent[nth]];
    if (refused === undefined) throw new Error("nothing was refused");
    expect(refusalOf(refused)).to.deep.equal([429, "rate_limit_exceeded"]);
    expect(Number(refused.headers.get("retry-after"))).to.be.at.least(1);
    expect(refused.headers.get("x-ratelimit-remaining")).to.equal("0");
    for (const { headers } of answers) {
      expect(headers.get("x-ratelimit-limit")).to.equal("5");
      expect(headers.get("x-ratelimit-remaining")).to.match(/^[0-4]$/);
      expect(Number(headers.get("x-ratelimit-reset"))).to.be.above(Date.now() / 1000 - 60);
    }
    const other = await newMerchant(platform());
    expect((await other.api.create()).status).to.equal(201);
    for (let n = 0; n < 20; n += 1) {
      const health = await fetch(`${platform().installation().publicUrl}/v1/health`);
      expect([health.status, health.headers.get("x-ratelimit-limit")]).to.deep.equal([200, null]);
      await health.arrayBuffer();
    }
    const free = await waitFor("the quota to fill", async () => {
      const answer = await merchant.api.create({ key, amount: 31 });
      return answer.status !== 429 && answer;
    });
    expect([free.status, free.headers.get("idempotent-replayed")]).to.deep.equal([201, null]);
  });
});

describe("creates in flight are bounded", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS, { env: { ADMISSION_LIMIT: "5", REQUEST_DEADLINE: "25s" } });
  afterEach(() => platform().acquirer.mend());

  it("one more is refused before its key is touched, and may be sent again at once", async () => {
    const { api, acquirer, database } = platform();
    const recorded = async () =>
      (await database.sql("select object_id from idempotency.records")).map((row) =>
        String(row["object_id"]),
      );
    const before = await recorded();
    await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 5_000 });
    const attempts = Array.from({ length: 12 }, () => randomUUID()).map(async (key) => ({
      key,
      answer: await api.create({ key }),
    }));
    const answers = await Promise.all(attempts);
    const [made, refused] = [
      answers.filter(({ answer }) => answer.status === 201),
      answers.filter(({ answer }) => answer.status !== 201),
    ];
    expect(refused).to.have.lengthOf(7);
    for (const { answer } of refused) {
      expect(refusalOf(answer)).to.deep.equal([503, "service_unavailable"]);
      expect(Number(answer.headers.get("retry-after"))).to.be.at.least(1);
    }
    expect((await recorded()).filter((id) => !before.includes(id))).to.have.members(
      made.map(({ answer }) => paymentOf(answer).id),
    );
    await acquirer.mend();
    expect(
      (await api.create({ key: refused[0]?.key ?? "", amount: 4_321 })).status,
      "with any body",
    ).to.equal(201);
  });
});

describe("health says what can be done", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS);
  const health = async () => {
    const response = await fetch(`${platform().installation().publicUrl}/v1/health`);
    expect(response.headers.get("cache-control")).to.equal("no-store");
    return `${response.status} ${await response.text()}`;
  };
  const says = (expected: string) => waitFor(expected, async () => (await health()) === expected, 45_000);
  /** What a process says of what it needs; nothing is known of a clock that cannot be asked. */
  const needed = async (service: string) => {
    const running = platform().installation().runtime().processes;
    const url = running.find((one) => one.service === service)?.admin_url ?? "";
    const text = await (await fetch(`${url}/metrics`)).text();
    const series = text.matchAll(/^dependency_available\{dependency="(\w+)"\} (\d)$/gm);
    return Object.fromEntries([...series].map(([, name = "", value]) => [name, Number(value)]));
  };
  const OK = '200 {"status":"ok"}';
  const DEGRADED = '200 {"status":"degraded"}';
  const UNAVAILABLE = '503 {"status":"unavailable"}';

  it("ok; degraded while the provider's breaker is open, and creates are refused before anything is made [D7-1, D10-8]", async () => {
    const { api, acquirer, database } = platform();
    await says(OK);
    await acquirer.fault({ operation: "any", fault: "down" });
    const down = await Promise.all(Array.from({ length: 30 }, () => api.create({ amount: 60_000 })));
    for (const answer of down.filter(({ status }) => status === 201)) {
      expect(paymentOf(answer)).to.include({ status: "FAILED", failure_code: "processor_unavailable" });
    }
    await says(DEGRADED);
    const before = await database.sql("select count(*) as n from payments.payments");
    const refused = await api.create();
    expect(refusalOf(refused)).to.deep.equal([503, "service_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).to.be.at.least(1);
    expect(await database.sql("select count(*) as n from payments.payments")).to.deep.equal(before);
    await acquirer.mend();
    await waitFor("a payment", async () => (await api.create()).status === 201);
    await says(OK);
    expect((await acquirer.book()).filter(({ amount }) => amount === 60_000)).to.deep.equal([]);
  });

  it("unavailable while Postgres does not answer; nobody is told 500, and it recovers by itself", async () => {
    const { api, database, pids } = platform();
    const { id } = paymentOf(await api.create());
    const backends = await database.sql("select pid from pg_stat_activity where application_name <> 'e2e'");
    const all = [...pids("postgres"), ...backends.map(({ pid }) => Number(pid))];
    try {
      for (const pid of all) signalIfThere(pid, "SIGSTOP");
      await says(UNAVAILABLE);
      const answers = await Promise.all([api.create(), api.read(id)]);
      expect(answers.map(refusalOf)).to.deep.equal([
        [503, "service_unavailable"],
        [503, "service_unavailable"],
      ]);
      expect(await needed("payments")).to.deep.equal({ nats: 1, postgres: 0 });
    } finally {
      for (const pid of all) signalIfThere(pid, "SIGCONT");
    }
    await says(OK);
    expect((await api.create()).status).to.equal(201);
    expect(await needed("payments")).to.deep.equal({ nats: 1, postgres: 1, clock: 1 });
  });

  it("unavailable while the bus does not answer, or a service is gone", async () => {
    const { api, signal } = platform();
    for (const service of ["nats-server", "payments", "idempotency"]) {
      signal(service, "SIGSTOP");
      try {
        await says(UNAVAILABLE);
      } finally {
        signal(service, "SIGCONT");
      }
      await says(OK);
      expect((await api.create()).status).to.equal(201);
    }
  });
});

/** Postgres ends a process of its own, such as one that vacuums, when it likes. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
