import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { SERVICES } from "../../services/standalone/src/services.ts";

const ROOT = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly build?: { readonly args: Readonly<Record<string, string>> };
      }
    >
  >;
}
const compose: Compose = parse(text("docker-compose.yml"), { merge: true, maxAliasCount: -1 });
const ofTheChart: Readonly<Record<string, { readonly settings: readonly string[] }>> = parse(
  text("charts/payments-platform/files/services.yaml"),
);

/** Settings that the chart has a value for under `settings`, with its default as text. */
const defaults = settingsOf(text("charts/payments-platform/values.yaml"));
/** How many there are the chart knows by itself; here there is one, unless it is scaled. */
defaults.set("GATEWAY_REPLICAS", "1");

function settingsOf(values: string): Map<string, string> {
  const given: {
    readonly settings: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  } = parse(values);
  const named = [...values.matchAll(/^ {2}# -- `([A-Z0-9_]+)`: .*\n {2}([a-zA-Z0-9]+):/gm)];
  return new Map(
    named.flatMap(([, setting = "", key = ""]) => {
      const value = given.settings[key];
      return value === undefined ? [] : [[setting, String(value)]];
    }),
  );
}

describe("what .env may decide of docker-compose.yml", () => {
  it("is every operator's setting of the chart, for every service that reads it, with the chart's default", () => {
    expect([...defaults.keys()]).to.include.members(["REQUEST_DEADLINE", "EVENT_RETENTION", "LIVE_PROVIDER"]);
    for (const { name } of SERVICES) {
      const wanted = (ofTheChart[name]?.settings ?? []).filter((setting) => defaults.has(setting));
      const given = compose.services[name]?.environment ?? {};
      const is = Object.fromEntries(wanted.map((setting) => [setting, given[setting]]));
      const isToBe = wanted.map((setting) => [setting, `\${${setting}:-${defaults.get(setting)}}`]);
      expect(is, name).to.deep.equal(Object.fromEntries(isToBe));
    }
  });

  it("is what the chart has a value for, and nothing of it is missing there", () => {
    const read = Object.values(ofTheChart).flatMap(({ settings }) => settings);
    expect(read).to.include.members([...defaults.keys()]);
  });

  it("is what the image says it was made of, as with make image", () => {
    const made = [...text("Makefile").matchAll(/--build-arg ([A-Z_]+)=/g)].map(([, name = ""]) => name);
    const given = Object.keys(compose.services["payments"]?.build?.args ?? {});
    expect(given.toSorted()).to.deep.equal(made.toSorted());
  });
});
