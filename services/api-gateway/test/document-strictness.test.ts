import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { expect } from "chai";
import { buildOpenApi, OPERATIONS, WebhookEndpointRequest, type Operation } from "@flowlix/contracts";
import { compileSchema } from "@flowlix/runtime";
import { INSTEAD } from "./support/values-instead.ts";

/*
 * A client that checks its requests against the document must be refused what the gateway refuses, and nothing else.
 */

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const document = buildOpenApi();
const ajv = new Ajv2020({ strict: false });
addFormatsModule.default(ajv);
ajv.addSchema({ $id: "document", ...document });

function at(node: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (isNode(part) ? part[name] : undefined), node);
}

/** URLs with hosts that no shop has. The gateway lets them pass; the document refuses them. */
const URLS_OF_NOBODY = ["https://1.2/", "https://-shop.example/", "https://shop..example/"];

interface Variant {
  readonly what: string;
  readonly body: unknown;
}

/** A body with one place of it replaced, left out or added to. */
function* variantsOf(body: unknown, path = ""): Generator<Variant> {
  for (const value of INSTEAD)
    yield { what: `${path} as ${JSON.stringify(value).slice(0, 60)}`, body: value };
  if (!isNode(body)) return;
  if (Array.isArray(body)) return;
  yield { what: `${path} with an unknown field`, body: { ...body, unknown: 1 } };
  for (const [name, member] of Object.entries(body)) {
    const { [name]: _, ...others } = body;
    yield { what: `without ${path}.${name}`, body: others };
    for (const { what, body: changed } of variantsOf(member, `${path}.${name}`))
      yield { what, body: { ...body, [name]: changed } };
  }
}

const withBody: readonly Operation[] = Object.values<Operation>(OPERATIONS).filter(
  ({ body }) => body !== undefined,
);

describe("the OpenAPI document is as strict as the gateway", () => {
  for (const { id, method, path, body = {} } of withBody)
    it(`in every body of ${id}, with each place of its examples otherwise`, () => {
      const described = at(
        document,
        "paths",
        path,
        method.toLowerCase(),
        "requestBody",
        "content",
        "application/json",
      );
      const byDocument = ajv.compile({ $ref: `document${String(at(described, "schema", "$ref"))}` });
      const byGateway = compileSchema(body);
      const differing: string[] = [];
      let refused = 0;
      for (const [name, example] of Object.entries(at(described, "examples") ?? {})) {
        for (const { what, body: sent } of variantsOf(at(example, "value"), name)) {
          const taken = byGateway(sent);
          if (!taken) refused += 1;
          if (byDocument(sent) !== taken)
            differing.push(`${what}: the gateway ${taken ? "takes" : "refuses"} it`);
        }
      }
      expect(differing).to.deep.equal([]);
      expect(refused).to.be.greaterThan(10);
    });

  it("but for hosts of URLs that no shop has, which it alone refuses", () => {
    const url = { $ref: "document#/components/schemas/WebhookEndpointCreate/properties/url" };
    for (const value of URLS_OF_NOBODY) {
      expect(ajv.validate(url, value), value).to.equal(false);
      expect(compileSchema(WebhookEndpointRequest)({ url: value, enabled_events: ["*"] }), value).to.equal(
        true,
      );
    }
  });
});
