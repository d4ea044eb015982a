import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { DirectPaymentRequest, OPERATIONS, SERVICE_CONTRACTS, type Operation } from "@flowlix/contracts";
import { compileSchema } from "@flowlix/runtime";
import { directPaymentRequest } from "@flowlix/testkit";

describe("validation", () => {
  it("compiles every contract in strict mode, and each is JSON Schema", () => {
    const ajv = new Ajv2020();
    const schemas = [
      ...Object.values(SERVICE_CONTRACTS).flatMap(({ actions }) =>
        Object.values(actions).flatMap(({ params, result }) => [params, result]),
      ),
      ...Object.values<Operation>(OPERATIONS).flatMap(({ body, success }) => [body ?? {}, success.body]),
    ];
    for (const schema of schemas) {
      compileSchema(schema);
      expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).to.equal(true);
    }
  });

  it("takes a text for no number and adds, changes and removes nothing", () => {
    const validate = compileSchema(DirectPaymentRequest);
    const body = directPaymentRequest();
    const before = structuredClone(body);
    expect(validate(body)).to.equal(true);
    expect(body).to.deep.equal(before);
    expect(validate({ ...body, amount: "1000" })).to.equal(false);
    expect(validate({ ...body, surprise: 1 })).to.equal(false);
  });

  it("reports one fault and never the value at fault", () => {
    const validate = compileSchema(DirectPaymentRequest);
    const number = "4242-4242-4242-4242";
    const body = {
      ...directPaymentRequest(),
      amount: 0,
      payment_method_data: { type: "card", card: { number } },
    };
    expect(validate(body)).to.equal(false);
    expect(validate.errors).to.have.length(1);
    expect(validate({ ...body, amount: 1 })).to.equal(false);
    expect(JSON.stringify(validate.errors)).not.to.contain(number);
  });
});
