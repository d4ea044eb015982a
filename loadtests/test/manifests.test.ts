import { expect } from "chai";
import { TEST_NAMES } from "../data/tests.ts";
import { flattened, scriptFiles } from "../runner/manifests.ts";

/** What the API server takes for a ConfigMap in all. */
const BYTES_MAX = 1_048_576;

describe("the ConfigMap of the scripts", () => {
  const files = scriptFiles();

  it("has every test, the verifier, and nothing that a key cannot be called", () => {
    expect(Object.keys(files)).to.include.members([
      ...TEST_NAMES.map((test) => `tests-${test}.ts`),
      "verifier-main.ts",
    ]);
    for (const name of Object.keys(files)) expect(name).to.match(/^[-._a-zA-Z0-9]+$/);
    expect(JSON.stringify(files).length).to.be.below(BYTES_MAX);
  });

  it("imports nothing that is not in it", () => {
    for (const [name, text] of Object.entries(files)) {
      const imported = [...text.matchAll(/from\s+"(\.[^"]*)"/g)].map(([, target = ""]) => target.slice(2));
      for (const target of imported)
        expect(Object.keys(files), `${name} imports ${target}`).to.include(target);
    }
  });

  it("needs no package: in containers it stands alone", () => {
    for (const [name, text] of Object.entries(files)) {
      const bare = [...text.matchAll(/^(?:import|\} from) .*"([^".][^"]*)";$/gm)].map(
        ([, target = ""]) => target,
      );
      const packages = bare.filter((target) => !/^(node:|k6($|\/))/.test(target));
      expect(packages, name).to.deep.equal([]);
    }
  });

  it("names what a script imports as it is called there", () => {
    const text =
      'import { a } from "../lib/run.ts";\nimport http from "k6/http";\nimport { b } from "./other.ts";';
    expect(flattened("tests/smoke.ts", text)).to.equal(
      'import { a } from "./lib-run.ts";\nimport http from "k6/http";\nimport { b } from "./tests-other.ts";',
    );
  });
});
