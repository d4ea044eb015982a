import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { expect } from "chai";
import { buildOpenApi, OPERATIONS, WebhookEndpointRequest, type Operation } from "@flowlix/contracts";
import { compileSchema, FORMATS } from "@flowlix/runtime";
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

/** What URLs have after their scheme, and whether it is taken. */
const HOSTS: Readonly<Record<string, boolean>> = {
  "shop.example": true,
  "SHOP.Example": true,
  localhost: true,
  my_shop: true,
  "my_shop.example": true,
  "_shop.example": true,
  "shop_.example": true,
  "-shop.example": true,
  "shop-.example": true,
  "a--b.example": true,
  "1.example": true,
  "shop.example.": true,
  "shop.example..": false,
  "shop..example": false,
  ".shop.example": false,
  ".": false,
  "-": false,
  [`${"x".repeat(63)}.example`]: true,
  [`${"x".repeat(64)}.example`]: false,
  [`shop.${"x".repeat(63)}`]: true,
  [`shop.${"x".repeat(64)}`]: false,
  "xn--bcher-kva.example": true,
  "shop.xn--p1ai": true,
  "bücher.example": false,
  "shop.example:8443": true,
  "localhost:3000": true,
  "127.0.0.1:3000": true,
  "shop.example.:443": true,
  "shop.example:": true,
  "shop.example:0": true,
  "shop.example:65535": true,
  "shop.example:65536": false,
  "shop.example:08443": true,
  "shop.example:0443": true,
  "shop.example:065536": false,
  "shop.example:8a": false,
  "shop.example:80:80": false,
  "127.0.0.1": true,
  "127.0.0.1.": false,
  "127.1": false,
  "2130706433": false,
  "0x7f.1": false,
  "01.2.3.4": false,
  "256.1.1.1": false,
  "1.2.3.4.5": false,
  "shop.123": false,
  "shop.0x1": false,
  "shop.0x": false,
  "shop.0x1g": true,
  "shop.1x": true,
  "shop.00x1": true,
  "3f9c0a7b12de:3000": true,
  "2shop": true,
  [`shop.${"1".repeat(20)}${"a".repeat(43)}`]: true,
  [`shop.${"1".repeat(20)}${"a".repeat(44)}`]: false,
  [`shop.${"1".repeat(21)}a`]: false,
  [`shop.0x${"1".repeat(21)}g`]: false,
  "[::1]": true,
  "[2001:DB8::1]:8443": true,
  "[::ffff:203.0.113.7]": true,
  "[::1": false,
  "::1": false,
  "[]": false,
  "[1::2::3]": false,
  "[fe80::1%25eth0]": false,
  "[v1.a]": false,
  "[127.0.0.1]": false,
  "%73hop.example": false,
  "shop%2e.example": false,
  "*.example": false,
  "shop,shop.example": false,
  "shop~1.example": false,
  "shop example": false,
  "{shop}.example": false,
};

const RETURN_URL = "document#/components/schemas/HostedPaymentCreate/properties/return_url";

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
});

describe("the OpenAPI document and the gateway have one rule of hosts: both", () => {
  for (const [host, isTaken] of Object.entries(HOSTS)) {
    const shown = host.length > 40 ? `${host.slice(0, 10)}… (${host.length})` : host;
    it(`${isTaken ? "take" : "refuse"} ${shown}`, () => {
      const value = `https://${host}/a`;
      const url = { $ref: "document#/components/schemas/WebhookEndpointCreate/properties/url" };
      expect(ajv.validate(url, value), "the document").to.equal(isTaken);
      expect(ajv.validate({ $ref: RETURN_URL }, value), "the document, of a return_url").to.equal(isTaken);
      const endpoint = { url: value, enabled_events: ["*"] };
      expect(compileSchema(WebhookEndpointRequest)(endpoint), "the gateway").to.equal(isTaken);
      expect(FORMATS["return-url"]?.(value), "the gateway, of a return_url").to.equal(isTaken);
      // A browser must read the host that is written, and no other one.
      if (isTaken && !host.startsWith("["))
        expect(host.toLowerCase()).to.match(new RegExp(`^${new URL(value).hostname}(?::|$)`));
    });
  }
});
