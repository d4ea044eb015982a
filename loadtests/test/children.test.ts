import { expect } from "chai";
import { trackChildren } from "../bench/children.ts";

describe("What a measurement has started", () => {
  it("is all stopped, the latest first, where one of it cannot be, and the reason is told", async () => {
    const children = trackChildren();
    const stopped: string[] = [];
    children.adopt(async () => void stopped.push("first"));
    children.adopt(() => Promise.reject(new Error("it is gone")));
    children.adopt(async () => void stopped.push("last"));
    const failed = await children.stopAll().catch((reason: unknown) => reason);
    expect(stopped).to.deep.equal(["last", "first"]);
    expect(failed).to.be.an.instanceOf(Error).and.include({ message: "it is gone" });
  });
});
