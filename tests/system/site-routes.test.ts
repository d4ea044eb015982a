import { readFileSync } from "node:fs";
import { OPERATIONS } from "@flowlix/contracts";
import { expect } from "chai";

describe("docs/site/webhooks.md", () => {
  const page = readFileSync(new URL("../../docs/site/webhooks.md", import.meta.url), "utf8");

  it("has every route of webhook endpoints in its table", () => {
    const routes = Object.values(OPERATIONS)
      .filter(({ path }) => path.startsWith("/v1/webhook_endpoints"))
      .map(({ method, path }) => `| \`${method} ${path}\``);
    expect(routes).to.have.length.above(6);
    expect(routes.filter((route) => !page.includes(route))).to.deep.equal([]);
  });

  it("ends a secret that somebody else has by end_overlap", () => {
    expect(page).to.match(/somebody else has an old secret, call `POST …\/end_overlap`/);
  });
});
