import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { FACTS_SCHEMA } from "../src/adyen/signed-facts.ts";
import { WIRE_SCHEMAS as adyen } from "../src/adyen/wire.ts";
import { WIRE_SCHEMAS as checkout } from "../src/checkout/wire.ts";
import { compileShape } from "../src/http/wire-shape.ts";
import { WIRE_SCHEMAS as sandbox } from "../src/sandbox/wire.ts";

describe("what acquirers say", () => {
  const ajv = new Ajv2020();
  for (const [acquirer, schemas] of Object.entries({ sandbox, checkout, adyen: [...adyen, FACTS_SCHEMA] }))
    it(`is checked by schemas in strict mode, each of them JSON Schema: ${acquirer}`, () => {
      for (const schema of schemas) {
        compileShape(schema);
        expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).to.equal(true);
      }
    });
});
