import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";

const ROOT = new URL("../../../", import.meta.url);

describe("the import rules", () => {
  it("name every service wherever they forbid importing services", () => {
    const config: unknown = JSON.parse(readFileSync(new URL(".oxlintrc.json", ROOT), "utf8"));
    const services = readdirSync(new URL("services", ROOT)).map((service) => `@flowlix/${service}`);
    const forbidding = groupsIn(config).filter((group) => group.includes("@flowlix/standalone"));
    expect(forbidding).to.have.length.of.at.least(5);
    for (const group of forbidding)
      expect(group).to.include.members(services.flatMap((service) => [service, `${service}/*`]));
  });
});

/** Every `group` of patterns, however deep it stands. */
function groupsIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "group" && Array.isArray(inner) ? [inner.map(String)] : groupsIn(inner),
  );
}
