import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { isPlaceholderKey } from "../src/explain/explain-key.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Whatever a merchant's developer copies a key from. */
const PAGES = globSync(
  [
    "README.md",
    "SECURITY.md",
    "docs/*.md",
    "docs/site/**/*.{md,sh,mts,py,php}",
    "clients/*/README.md",
    "clients/shops/*/README.md",
    "libs/contracts/src/openapi.json",
  ],
  { cwd: ROOT, exclude: (name) => name === "node_modules" },
);

/** The beginnings of keys alone are no placeholders, and neither is the name of a variable. */
const KEYS = /\bapi_(?:test|live)_sk_[^\s`"'),|<>]+|\bYOUR_[A-Z_]*(?:KEY|TOKEN)\b/g;

describe("what documents have in the place of a key is known as that", () => {
  it("wherever a document has one", () => {
    const found = PAGES.flatMap((page) =>
      [...readFileSync(`${ROOT}${page}`, "utf8").matchAll(KEYS)].map(([key]) => ({ page, key })),
    );
    expect(found.map(({ page }) => page)).to.include.members([
      "docs/site/index.md",
      "clients/python/README.md",
      "clients/typescript/README.md",
      "libs/contracts/src/openapi.json",
    ]);
    for (const { page, key } of found) expect(isPlaceholderKey(key), `${key} of ${page}`).to.equal(true);
  });

  it("and no key is", () => {
    for (const key of ["api_test_sk_YOURKEYabcdefghijklmnopqrstuvwxy", `api_live_sk_${"a".repeat(32)}`])
      expect(isPlaceholderKey(key), key).to.equal(false);
  });
});
