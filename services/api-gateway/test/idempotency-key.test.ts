import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect } from "chai";
import { readIdempotencyKey } from "../src/http/idempotency-key.ts";

function keyOf(header: string): string {
  const request = new IncomingMessage(new Socket());
  request.headers["idempotency-key"] = header;
  return readIdempotencyKey(request);
}

describe("an Idempotency-Key", () => {
  it("is read without the blanks around it", () => {
    expect([keyOf(" \t a b \t"), keyOf("~")]).to.deep.equal(["a b", "~"]);
  });

  it("is refused unread where its header is longer than any key with its blanks", () => {
    expect(keyOf(`${" ".repeat(1_000)}key`)).to.equal("key");
    expect(() => keyOf(`${" ".repeat(1_022)}key`))
      .to.throw()
      .with.property("type", "parameter_invalid");
  });
});
