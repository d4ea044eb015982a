import { expect } from "chai";
import { DirectPaymentRequest, OPERATIONS } from "@flowlix/contracts";

interface MethodBranch {
  readonly properties: { readonly type: { readonly const: string } };
}

describe("the ways of paying", () => {
  it("that a list can be filtered by are those that a request can name", () => {
    const request = JSON.parse(JSON.stringify(DirectPaymentRequest));
    const methods: readonly MethodBranch[] = request.properties.payment_method_data.oneOf;
    expect(
      JSON.parse(JSON.stringify(OPERATIONS.listPayments.query.payment_method_type.items)).enum,
    ).to.deep.equal(methods.map(({ properties }) => properties.type.const));
  });
});
