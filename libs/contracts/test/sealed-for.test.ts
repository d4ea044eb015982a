import { expect } from "chai";
import { paymentsContract, SEALED_FOR } from "@flowlix/contracts";

describe("what a card is sealed for", () => {
  it("is every action that carries a sealed card, by its full name, and nothing else", () => {
    const { name, actions } = paymentsContract;
    const carrying = Object.entries(actions).filter(
      ([, { params }]) => "properties" in params && "sealed_instrument" in params.properties,
    );
    expect(carrying.map(([action]) => [action, `${name}.${action}`])).to.have.deep.members(
      Object.entries(SEALED_FOR),
    );
  });
});
