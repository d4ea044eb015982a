import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { expect } from "chai";
import type { Fact } from "../data/facts.ts";
import { merchantOfRun, type MerchantOfRun } from "../runner/upgrade/merchant.ts";

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

const MADE = { id: "pay_1", amount: 4_999, currency: "EUR", status: "SUCCEEDED" };
const made: Answer = { status: 201, body: MADE };
const replayed: Answer = { status: 201, headers: { "idempotent-replayed": "true" }, body: MADE };
const refusal = (status: number, code: string, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers,
  body: { error: { code } },
});

describe("the merchant of an upgrade", () => {
  let server: Server;
  let answers: Answer[];
  let keys: (string | undefined)[];
  let facts: Fact[];
  let merchant: MerchantOfRun;

  beforeEach(async () => {
    [answers, keys, facts] = [[], [], []];
    server = createServer((request, response) => {
      keys.push(request.headers["idempotency-key"]?.toString());
      const { status, headers, body } = answers.shift() ?? refusal(500, "internal_error");
      response.writeHead(status, headers).end(JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    merchant = merchantOfRun(`http://127.0.0.1:${port}`, "api_test_sk_1", (more) => facts.push(...more));
  });
  afterEach(() => server.close());

  const create = () => merchant.create("payment", "/v1/payments", { amount: 4_999 });

  async function failureOf(promise: Promise<unknown>): Promise<string> {
    return promise.then(
      () => "",
      (error: unknown) => String(error),
    );
  }

  it("repeats a create with its key after each answer that the contract lets it repeat", async () => {
    answers = [
      refusal(503, "service_unavailable", { "retry-after": "1" }),
      refusal(409, "idempotency_key_in_use"),
      made,
    ];
    await create();
    expect(new Set(keys).size).to.equal(1);
    expect([...merchant.answers]).to.deep.equal([
      ["503 service_unavailable", 1],
      ["409 idempotency_key_in_use", 1],
      ["201", 1],
    ]);
    expect(facts).to.have.length(1);
  });

  for (const [what, answer] of [
    ["503 that says no time", refusal(503, "service_unavailable")],
    ["500", refusal(500, "internal_error")],
    ["409 of another kind", refusal(409, "idempotency_key_reused")],
  ] as const)
    it(`takes a ${what} for a failure`, async () => {
      answers = [answer, made];
      expect(await failureOf(create())).to.include(`/v1/payments was answered ${answer.status}`);
    });

  it("takes a key that is not known any more, or answers something else, for a problem", async () => {
    answers = [made, replayed, made, { ...replayed, body: { ...MADE, status: "FAILED" } }];
    const kept = await create();
    expect(await merchant.replay(kept)).to.equal(null);
    expect(await merchant.replay(kept)).to.equal("the key of pay_1 was not known any more");
    expect(await merchant.replay(kept))
      .to.include("the key of pay_1 answers")
      .and.include("FAILED");
  });
});
