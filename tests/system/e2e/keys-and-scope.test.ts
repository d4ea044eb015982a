import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf, refusalOf } from "./support/api.ts";
import { cli, newKey, newMerchant, type Key } from "./support/merchants.ts";
import { OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

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
      expect(refusalOf(await api.read(id))).to.deep.equal([404, "object_not_found", "id"]);
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
