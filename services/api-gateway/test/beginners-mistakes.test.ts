import { expect } from "chai";
import { MISSING, setAt } from "./support/fault-rows.ts";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import type { Mistake } from "./support/mistakes/mistake.ts";
import { MONEY_AND_CARDS } from "./support/mistakes/money-and-cards.ts";
import { OTHER_FIELDS } from "./support/mistakes/other-fields.ts";
import { PATHS_AND_LISTS } from "./support/mistakes/paths-and-lists.ts";
import { TEXTS_AND_HEADERS } from "./support/mistakes/texts-and-headers.ts";
import { request, validBody } from "./support/requests.ts";

const WITHOUT_BODY = new Set(["GET", "DELETE"]);

describe("what is wrong, what is wanted and how it looks when right are said", () => {
  let gateway: TestGateway;
  let apiKey: string;

  before(async () => {
    gateway = await startGateway();
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway?.stop());

  function headersOf({ headers = {} }: Mistake): Record<string, string> {
    const all = {
      "content-type": "application/json",
      authorization: `Bearer ${apiKey}`,
      "idempotency-key": "key-of-a-beginner",
      ...headers,
    };
    const basic = Buffer.from(`${apiKey}:`).toString("base64");
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) =>
        value === null ? [] : [[name, value.replace("$KEY", apiKey).replace("$BASIC", basic)]],
      ),
    );
  }

  function bodyOf({ body, changes = {}, without = [] }: Mistake): string | Buffer {
    if (typeof body === "string" || Buffer.isBuffer(body)) return body;
    if (body !== undefined) return JSON.stringify(body);
    const right = validBody();
    for (const [path, value] of Object.entries(changes)) setAt(right, path, value);
    for (const path of without) setAt(right, path, MISSING);
    return JSON.stringify(right);
  }

  for (const row of [...MONEY_AND_CARDS, ...OTHER_FIELDS, ...TEXTS_AND_HEADERS, ...PATHS_AND_LISTS]) {
    it(`${row.mistake}: ${row.answer}`, async () => {
      const { method = "POST", path = "/v1/payments" } = row;
      if (row.isSecond === true) {
        const right = { method, headers: headersOf(row), body: JSON.stringify(validBody()) };
        expect((await request(`${gateway.url}${path}`, right)).status).to.equal(201);
      }
      const answer = await request(`${gateway.url}${path}`, {
        method,
        headers: headersOf(row),
        ...(WITHOUT_BODY.has(method) ? {} : { body: bodyOf(row) }),
      });
      const { message, errors } = recordOf(answer.body["error"]);
      expect([answer.status, answer.code, answer.param].filter(Boolean).join(" ")).to.equal(row.answer);
      expect(message).to.equal(row.message);
      const others = recordsOf(errors)
        .slice(1)
        .map((fault) => fault["param"] ?? "body");
      expect(others, "further faults").to.deep.equal(row.others ?? []);
      expect(answer.text, "nothing that may be secret").not.to.match(/4111 ?1111|sk_[A-Za-z0-9]{20}/);
    });
  }
});
