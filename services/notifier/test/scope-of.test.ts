import { expect } from "chai";
import { DomainError, newId } from "@flowlix/runtime";
import { scopeOf } from "../src/scope-of.ts";
import { withNotifier } from "./support/notifier-under-test.ts";

describe("whose an object is", () => {
  const given = withNotifier();

  it("is known of every endpoint and event, for operators who name it by its id alone", async () => {
    const { notifier, scope, endpoint, accept } = given();
    const live = { ...scope, livemode: true };
    const { id } = await endpoint("https://203.0.114.7/", ["*"], live);
    const [event] = await accept(1);
    expect(await scopeOf(notifier.deps, { id })).to.deep.equal(live);
    expect(await scopeOf(notifier.deps, { id: event?.event_id ?? "" })).to.deep.equal(scope);
  });

  it("is object_not_found of one that there is not", async () => {
    for (const kind of ["webhook_endpoint", "event"] as const) {
      const asked = scopeOf(given().notifier.deps, { id: newId(kind) });
      const refused = await asked.catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(DomainError).and.include({ type: "object_not_found", param: "id" });
    }
  });
});
