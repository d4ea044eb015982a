import { readFileSync } from "node:fs";
import { expect } from "chai";
import { Flowlix, type OperationId } from "../src/index.ts";
import { KEY, URL_OF_API, scripted } from "./support/scripted.ts";

const id = "pay_0U6tq1mT3n8vXqLrS2bKfWzA";
/** Of any type: what is sent does not count here. */
const nothing = JSON.parse("{}");

/** How each operation of the OpenAPI document is called. One that is missing does not compile. */
const CALLS: Readonly<Record<OperationId, (client: Flowlix) => Promise<unknown>>> = {
  createPayment: (client) => client.payments.create(nothing),
  createHostedPayment: (client) => client.payments.createHosted(nothing),
  getPayment: (client) => client.payments.get(id),
  listPayments: (client) => client.payments.list(),
  createRefund: (client) => client.refunds.create(nothing),
  getRefund: (client) => client.refunds.get(id),
  listRefunds: (client) => client.refunds.list({ payment_id: id }),
  createPayout: (client) => client.payouts.create(nothing),
  getPayout: (client) => client.payouts.get(id),
  listPayouts: (client) => client.payouts.list(),
  listEvents: (client) => client.events.list(),
  getEvent: (client) => client.events.get(id),
  resendEvent: (client) => client.events.resend(id),
  createWebhookEndpoint: (client) => client.webhookEndpoints.create(nothing),
  listWebhookEndpoints: (client) => client.webhookEndpoints.list(),
  getWebhookEndpoint: (client) => client.webhookEndpoints.get(id),
  updateWebhookEndpoint: (client) => client.webhookEndpoints.update(id, {}),
  deleteWebhookEndpoint: (client) => client.webhookEndpoints.remove(id),
  rollWebhookSecret: (client) => client.webhookEndpoints.rollSecret(id),
  endWebhookSecretOverlap: (client) => client.webhookEndpoints.endSecretOverlap(id),
  listWebhookDeliveries: (client) => client.webhookEndpoints.listDeliveries(id),
  health: (client) => client.health(),
};

interface Documented {
  readonly operationId: OperationId;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}
const document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>> } =
  JSON.parse(readFileSync(new URL("../../../libs/contracts/src/openapi.json", import.meta.url), "utf8"));
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation.operationId !== undefined)
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);

describe("the client's types", () => {
  it("have the names that the OpenAPI document gives them", () => {
    const types = readFileSync(new URL("../src/types.ts", import.meta.url), "utf8");
    const named = [...types.matchAll(/^export type (\w+) = Schemas\["(\w+)"\];$/gm)];
    expect(named.length).to.be.greaterThan(10);
    for (const [, name, documented] of named) expect(name).to.equal(documented);
  });
});

describe("the client's methods", () => {
  it("are those of the OpenAPI document's operations", () => {
    expect(OPERATIONS.map(({ operationId }) => operationId)).to.have.members(Object.keys(CALLS));
  });

  for (const { operationId, method, path, parameters = [] } of OPERATIONS)
    it(`send ${method} ${path} for ${operationId}`, async () => {
      const { settings, sent } = scripted([{ status: 200 }]);
      const client = new Flowlix({ key: KEY, url: URL_OF_API, fetch: settings.fetch });
      await CALLS[operationId](client);
      const [request] = sent;
      expect(request?.method).to.equal(method);
      expect(request?.path.split("?")[0]).to.equal(path.replace(/\{\w+\}/, id));
      expect(request?.headers["authorization"]).to.equal(`Bearer ${KEY}`);
      const keyed = parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey");
      expect(request?.headers["idempotency-key"] !== undefined).to.equal(keyed);
    });

  it("take no id that would lead to another path", () => {
    const client = new Flowlix({ key: KEY, url: URL_OF_API });
    for (const wrong of ["", "..", "a/b", "a?b", "%2e%2e"])
      expect(() => client.payments.get(wrong), wrong).to.throw(TypeError);
  });
});
