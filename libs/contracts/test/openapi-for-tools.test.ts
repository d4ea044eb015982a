import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { expect } from "chai";
import { buildOpenApi, ERROR_CATALOGUE, EVENT_TYPES, OPERATIONS } from "@flowlix/contracts";

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const document = buildOpenApi();

function at(node: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (isNode(part) ? part[name] : undefined), node);
}

const entriesOf = (node: unknown): [string, unknown][] => (isNode(node) ? Object.entries(node) : []);

/** What a reference stands for; anything else is itself. */
function resolved(node: unknown): unknown {
  const reference = at(node, "$ref");
  return typeof reference === "string" ? at(document, ...reference.slice(2).split("/")) : node;
}

interface Place {
  readonly name: string;
  readonly node: Node;
}

/** Every part of the document but the values of examples, which are data. */
function* placesOf(node: unknown, name = "#"): Generator<Place> {
  if (!isNode(node)) return;
  yield { name, node };
  for (const [key, member] of entriesOf(node))
    if (key !== "examples" && key !== "example") yield* placesOf(member, `${name}/${key}`);
}

/** The objects that a value may be held against there, references followed. */
function objectsAt(node: unknown, found = new Set<Node>()): Set<Node> {
  for (const { name, node: part } of placesOf(node)) {
    const target = resolved(part);
    // What chooses between rules refuses nothing.
    if (!isNode(target) || found.has(target) || name.includes("/if")) continue;
    if (target["type"] === "object") found.add(target);
    if (target !== part) objectsAt(target, found);
  }
  return found;
}

interface Described {
  readonly name: string;
  readonly operation: unknown;
}

const operations: readonly Described[] = entriesOf(at(document, "paths")).flatMap(([path, methods]) =>
  entriesOf(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);
const webhooks: readonly Described[] = entriesOf(at(document, "webhooks")).map(([type, methods]) => ({
  name: type,
  operation: at(methods, "post"),
}));
const all = [...operations, ...webhooks];

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormatsModule.default(ajv);
ajv.addSchema({ $id: "document", ...document });

/** What the schema says against a value; empty where it is one. */
function faultsOf(schema: unknown, value: unknown): string {
  const absolute: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
  if (!isNode(absolute)) throw new Error("no schema");
  return ajv.validate(absolute, value) ? "" : ajv.errorsText();
}

interface Content {
  readonly name: string;
  readonly content: unknown;
}

const contents: readonly Content[] = all.flatMap(({ name, operation }) => {
  const bodies = [["the request", at(operation, "requestBody")], ...entriesOf(at(operation, "responses"))];
  return bodies.flatMap(([which, body]) => {
    const content = at(body, "content", "application/json");
    return content === undefined ? [] : [{ name: `${name}: ${String(which)}`, content }];
  });
});

describe("the OpenAPI document as tools read it", () => {
  it("puts every operation and every webhook under one of its tags, and describes every tag", () => {
    const tags = at(document, "tags");
    if (!Array.isArray(tags)) throw new Error("there are no tags");
    for (const tag of tags) expect(at(tag, "description")).to.be.a("string");
    const used = new Set(all.map(({ operation }) => at(operation, "tags", "0")));
    expect([...used]).to.have.members(tags.map((tag) => at(tag, "name")));
    for (const { name, operation } of all) expect(at(operation, "tags"), name).to.have.length(1);
  });

  it("gives every operation and every webhook an id of its own, a summary and a description", () => {
    const ids = all.map(({ operation }) => String(at(operation, "operationId")));
    expect(new Set(ids).size).to.equal(all.length);
    expect(operations).to.have.length(Object.keys(OPERATIONS).length);
    expect(webhooks.map(({ name }) => name)).to.have.members([...EVENT_TYPES]);
    for (const { name, operation } of all) {
      expect(at(operation, "operationId"), name).to.match(/^[a-z][A-Za-z]+$/);
      expect(at(operation, "summary"), name).to.match(/^[A-Z]/);
      expect(at(operation, "description"), name).to.be.a("string").and.match(/\.$/);
    }
  });

  it("shows every request, answer, error and event by examples that its own schema takes", () => {
    expect(contents.length).to.be.greaterThan(150);
    for (const { name, content } of contents) {
      const examples = entriesOf(at(content, "examples"));
      expect(examples, name).not.to.have.length(0);
      for (const [which, example] of examples) {
        const value = at(resolved(example), "value");
        expect(faultsOf(at(content, "schema"), value), `${name}: ${which}`).to.equal("");
      }
    }
  });

  it("shows every parameter and every header by an example that its own schema takes", () => {
    const parameters = all.flatMap(({ name, operation }) =>
      entriesOf(at(operation, "parameters")).map(([, parameter]) => ({ name, node: resolved(parameter) })),
    );
    const headers = entriesOf(at(document, "components", "headers")).map(([name, node]) => ({ name, node }));
    for (const { name, node } of [...parameters, ...headers]) {
      const what = `${name}: ${String(at(node, "name"))}`;
      expect(at(node, "description"), what).to.be.a("string").and.match(/^\S/);
      const shown = at(node, "example");
      if (shown !== undefined) expect(faultsOf(at(node, "schema"), shown), what).to.equal("");
    }
  });

  it("has no example at a schema that the schema does not take", () => {
    let count = 0;
    for (const { name, node } of placesOf(at(document, "components", "schemas")))
      for (const example of Array.isArray(node["examples"]) ? node["examples"] : []) {
        count += 1;
        expect(faultsOf(node, example), name).to.equal("");
      }
    expect(count).to.be.greaterThan(50);
  });

  it("describes every field with its rule, every schema and every answer", () => {
    for (const [name, schema] of entriesOf(at(document, "components", "schemas"))) {
      expect(at(schema, "description"), name)
        .to.be.a("string")
        .and.match(/^\S.*\S$/s);
      for (const place of placesOf(schema, name)) {
        // What chooses between rules is no field.
        if (place.name.includes("/if")) continue;
        for (const [field, rule] of entriesOf(place.node["properties"])) {
          // The schema of a value does not say when there is none.
          const said = at(rule, "description") ?? at(resolved(rule), "description");
          expect(said, `${place.name}.${field}`)
            .to.be.a("string")
            .and.match(/^\S.*\S$/s);
        }
      }
    }
    for (const { name, operation } of all)
      for (const [status, answer] of entriesOf(at(operation, "responses")))
        expect(at(answer, "description"), `${name}: ${status}`).to.be.a("string").and.match(/^\S/);
  });

  it("says of an error's code which there are: those of the catalogue", () => {
    const schemas = at(document, "components", "schemas");
    for (const name of ["Error", "ErrorFault"])
      expect(at(schemas, name, "properties", "code", "$ref"), name).to.equal(
        "#/components/schemas/ErrorCode",
      );
    expect(at(schemas, "ErrorCode", "enum")).to.deep.equal(Object.keys(ERROR_CATALOGUE));
  });

  it("closes what clients send, and leaves answers and events open for fields of later releases, but for the Payment, which gets none", () => {
    const sent = objectsAt(
      operations.map(({ operation }) => [at(operation, "requestBody"), at(operation, "parameters")]),
    );
    const shown = objectsAt([webhooks, operations.map(({ operation }) => at(operation, "responses"))]);
    expect([...sent].filter((schema) => shown.has(schema))).to.deep.equal([]);
    expect(sent.size).to.be.greaterThan(15);
    for (const schema of sent) expect(schema["additionalProperties"]).to.equal(false);
    expect(shown.size).to.be.greaterThan(25);
    for (const schema of shown) {
      if (schema === at(document, "components", "schemas", "Payment")) continue;
      expect(schema).not.to.have.any.keys("additionalProperties", "maxProperties");
    }
  });

  it("names every body, and every variant of one", () => {
    for (const { name, content } of contents)
      expect(at(content, "schema", "$ref"), name).to.match(/^#\/components\/schemas\/[A-Z][A-Za-z0-9]+$/);
    for (const { name, node } of placesOf(document)) {
      if (!Array.isArray(node["oneOf"])) continue;
      const variants = node["oneOf"].filter((variant) => at(variant, "type") !== "null");
      for (const variant of variants) expect(at(variant, "$ref"), name).to.be.a("string");
      if (variants.length === 1) continue;
      const mapping = entriesOf(at(node, "discriminator", "mapping")).map(([, reference]) => reference);
      expect(mapping, name).to.include.members(variants.map((variant) => at(variant, "$ref")));
    }
  });

  it("uses nothing that a known tool stumbles over: no anyOf, no allOf, no pattern of one engine alone", () => {
    for (const { name, node } of placesOf(document)) {
      expect(node, name).not.to.have.any.keys("anyOf", "allOf", "patternProperties", "unevaluatedProperties");
      const { pattern } = node;
      if (typeof pattern !== "string") continue;
      expect(pattern, name).to.match(/^\^.*\$$/s);
      expect(pattern, name).not.to.match(/\\[pPsSdDwWbB]|\(\?[^:]/);
      expect(() => new RegExp(pattern, "u"), name).not.to.throw();
    }
  });
});
