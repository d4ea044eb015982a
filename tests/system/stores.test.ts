import { readFileSync } from "node:fs";
import { expect } from "chai";

const ROOT = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

/** Settings of the embedded server in its own source, as `name: "value"`. */
const EMBEDDED = text("libs/persistence/src/embedded/server-settings.ts");
const INITDB = text("libs/persistence/src/embedded/init-cluster.ts");
const SERVERS = {
  compose: text("docker-compose.yml"),
  chart: text("charts/payments-platform/templates/embedded/postgresql.yaml"),
  production: text("k8s/cnpg/cluster.yaml"),
};

describe("every Postgres that comes with the platform", () => {
  for (const setting of ["log_error_verbosity", "log_min_error_statement"])
    it(`keeps values of columns out of its log as the embedded one does: ${setting}`, () => {
      const value = new RegExp(`${setting}: "(.*)"`).exec(EMBEDDED)?.[1] ?? "";
      expect(value).not.to.equal("");
      for (const [name, source] of Object.entries(SERVERS))
        expect(source, name).to.match(new RegExp(`${setting}[=:] ?"?${value}"?$`, "m"));
    });

  it("sorts text as the embedded one does, by code points: ids then sort by time", () => {
    const locale = /--builtin-locale=(\w+)/.exec(INITDB)?.[1] ?? "";
    expect(locale).not.to.equal("");
    for (const [name, source] of Object.entries(SERVERS))
      expect(source, name).to.match(new RegExp(`(--builtin-locale=|builtinLocale: )${locale}$`, "m"));
  });

  it("writes no parameter of a slow statement into its log, where it logs those", () => {
    for (const [name, source] of Object.entries(SERVERS))
      if (source.includes("log_min_duration_statement"))
        expect(source, name).to.match(/log_parameter_max_length: "0"$/m);
  });
});
