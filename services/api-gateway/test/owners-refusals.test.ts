import { DomainError, isDomainError, newId } from "@flowlix/runtime";
import { expect } from "chai";
import { aboutId } from "../src/explain/about-id.ts";
import { aboutUrl } from "../src/explain/about-url.ts";

const refused = async (answer: Promise<unknown>) => {
  const error = await answer.catch((reason: unknown) => reason);
  if (!isDomainError(error)) throw new Error("it was not refused");
  return [error.type, error.param, error.explanation];
};
const answering = (
  type: "object_not_found" | "parameter_invalid",
  details: { param: string; explanation?: string },
) => Promise.reject(new DomainError(type, details));

describe("what an owner refuses is told with what was sent", () => {
  it("an object that is not there by its kind and its id, at the parameter that it came as", async () => {
    const id = newId("refund");
    expect(
      await refused(aboutId("id", id, answering("object_not_found", { param: "refund_id" }))),
    ).to.deep.equal([
      "object_not_found",
      "id",
      `This merchant has no Refund ${id} in this mode: the id is mistyped, of the other mode, or of another merchant.`,
    ]);
  });

  it("an endpoint's address that is refused, with the owner's reason and one that is right", async () => {
    const because = { param: "url", explanation: "It must be HTTPS." };
    expect(
      await refused(aboutUrl("http://shop.example", answering("parameter_invalid", because))),
    ).to.deep.equal([
      "parameter_invalid",
      "url",
      'url is the text "http://shop.example". It must be HTTPS. For example: "https://shop.example/webhooks".',
    ]);
  });

  it("but no address with a password or a query", async () => {
    const because = { param: "url", explanation: "It must be HTTPS." };
    for (const url of ["http://ada:secret@shop.example", "http://shop.example/?token=secret"])
      expect(String(await refused(aboutUrl(url, answering("parameter_invalid", because))))).not.to.contain(
        "secret",
      );
  });

  it("and nothing else is touched", async () => {
    const because = { param: "enabled_events", explanation: "It must be a list." };
    expect(await refused(aboutUrl("x", answering("parameter_invalid", because)))).to.deep.equal([
      "parameter_invalid",
      "enabled_events",
      "It must be a list.",
    ]);
  });
});
