import { expect } from "chai";
import { ENCRYPTED_FOR, SERVICE_CONTRACTS } from "@flowlix/contracts";

describe("what a card is encrypted for", () => {
  it("is every action that carries an encrypted card, by its full name, and nothing else", () => {
    const carrying = Object.values(SERVICE_CONTRACTS).flatMap(({ name, actions }) =>
      Object.entries(actions)
        .filter(([, { params }]) => "properties" in params && "sealed_instrument" in params.properties)
        .map(([action]) => `${name}.${action}`),
    );
    expect(carrying).to.have.members(Object.values(ENCRYPTED_FOR));
  });
});
