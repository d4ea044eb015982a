import { ACCOUNT_ACQUIRERS, urlsOf, valueProblem } from "@flowlix/provider";
import { expect } from "chai";
import { namesOf } from "../src/accounts/account-values.ts";

const DECLARED = {
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["baseUrl", "apiKey"],
    properties: {
      baseUrl: { type: "string" },
      live_url: { type: "string" },
      channel: { type: "string", pattern: "^[a-z]+$" },
      apiKey: { type: "string", minLength: 8 },
    },
  },
  secrets: ["apiKey"],
  identity: ["baseUrl"],
};

describe("The values of an acquirer account", () => {
  const problemOf = (values: Record<string, unknown>) => valueProblem(DECLARED, values);

  it("are checked by the acquirer's own schema, which names the value and never holds it", () => {
    expect(problemOf({ baseUrl: "https://a.example", apiKey: "long enough" })).to.equal(null);
    expect(problemOf({ baseUrl: "https://a.example" })).to.deep.equal({ name: "apiKey", rule: "is missing" });
    expect(problemOf({ baseUrl: "x", apiKey: "long enough", more: 1 })).to.deep.equal({
      name: "more",
      rule: "is not known to this acquirer",
    });
    const short = problemOf({ baseUrl: "x", apiKey: "hush" });
    expect(short?.name).to.equal("apiKey");
    expect(JSON.stringify(short)).not.to.contain("hush");
  });

  for (const [acquirer, { settingsSchema }] of Object.entries(ACCOUNT_ACQUIRERS))
    it(`say at ${acquirer} which account it is, by settings that are known and no secrets`, () => {
      const { identity = [], secrets = [] } = settingsSchema ?? {};
      expect(identity).not.to.deep.equal([]);
      expect(settingsSchema === undefined ? [] : namesOf(settingsSchema)).to.include.members([...identity]);
      expect(identity.filter((name) => secrets.includes(name))).to.deep.equal([]);
    });

  it("lead somewhere where their name says url, and a secret is no address", () => {
    expect(urlsOf(DECLARED)).to.deep.equal(["baseUrl", "live_url"]);
    expect(urlsOf({ ...DECLARED, secrets: ["apiKey", "live_url"] })).to.deep.equal(["baseUrl"]);
  });
});
