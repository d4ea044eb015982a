import { expect } from "chai";
import { fullDirectPaymentRequest } from "@flowlix/testkit";
import type { PaymentList } from "@flowlix/contracts";
import { paymentOf, type Answer } from "./support/api.ts";
import { newKey, newMerchant } from "./support/merchants.ts";
import { OVER_NATS, PATIENT, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

const PAGE_MAX = 100;
/** What a page of one megabyte, the usual bound of the bus, would be refused with. */
const MEBIBYTE = 1_048_576;

function listOf({ status, text }: Answer): PaymentList {
  if (status !== 200) throw new Error(`no list but ${status} ${text}`);
  return JSON.parse(text);
}
const idsOf = (answer: Answer) => listOf(answer).data.map(({ id }) => id);

describe("lists of Payments over the whole platform", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, { env: PATIENT });

  it("page both ways through what was just created, each as its GET shows it", async () => {
    const { api } = await newMerchant(platform());
    const made: string[] = [];
    for (const amount of [1, 2, 3, 100_001, 103_000])
      made.unshift(paymentOf(await api.create({ amount })).id);
    const list = (query: string) => api.send("GET", `/v1/payments${query}`);
    const all = await list("");
    expect(idsOf(all)).to.deep.equal(made);
    expect(listOf(all).data[0]).to.deep.equal(paymentOf(await api.read(made[0] ?? "")));
    const first = await list("?limit=2");
    expect([idsOf(first), listOf(first).has_more]).to.deep.equal([made.slice(0, 2), true]);
    const last = await list(`?limit=3&starting_after=${made[1]}`);
    expect([idsOf(last), listOf(last).has_more]).to.deep.equal([made.slice(2), false]);
    const back = await list(`?limit=2&ending_before=${made[3]}`);
    expect([idsOf(back), listOf(back).has_more]).to.deep.equal([made.slice(1, 3), true]);
    expect(idsOf(await list("?status=FAILED&status=REQUIRES_ACTION"))).to.deep.equal(made.slice(0, 2));
  });

  it("are searched, within the merchant's mode", async () => {
    const merchant = await newMerchant(platform());
    const { id } = paymentOf(await merchant.api.create({ changes: fullDirectPaymentRequest() }));
    await merchant.api.create();
    const live = platform().apiFor((await newKey(platform(), merchant.id, "live")).api_key);
    for (const search of ["ADA%40example.com", "1234567890", id]) {
      const path = `/v1/payments?search=${search}`;
      expect(idsOf(await merchant.api.send("GET", path)), search).to.deep.equal([id]);
      expect(idsOf(await live.send("GET", path)), search).to.deep.equal([]);
    }
  });

  it("a page of a hundred arrives however long the texts of its Payments are", async () => {
    const { api } = await newMerchant(platform());
    // Six bytes of JSON each.
    const text = (length: number) => "\u0001".repeat(length);
    const changes = {
      description: text(500),
      billing_details: {
        first_name: text(255),
        last_name: text(255),
        address: {
          line1: text(255),
          line2: text(255),
          city: text(100),
          state: text(100),
          postal_code: text(32),
        },
      },
    };
    const create = async () => paymentOf(await api.create({ changes })).id;
    const made: string[] = [];
    while (made.length < PAGE_MAX) made.push(...(await Promise.all(Array.from({ length: 20 }, create))));
    const answer = await api.send("GET", `/v1/payments?limit=${PAGE_MAX}`);
    expect(Buffer.byteLength(answer.text)).to.be.greaterThan(MEBIBYTE);
    expect(idsOf(answer)).to.have.members(made);
  });
});
