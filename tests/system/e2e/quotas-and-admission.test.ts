import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf, refusalOf } from "./support/api.ts";
import { newMerchant } from "./support/merchants.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

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
