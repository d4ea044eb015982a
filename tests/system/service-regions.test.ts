import { spawnSync } from "node:child_process";
import { expect } from "chai";

/** A module of the tools, which no package may import. */
const REGIONS = new URL("../../tools/services/regions.ts", import.meta.url).href;

const TEXT = ["- first", "  # begin of services: one", "  old", "  # end of services", "- kept"];
const OTHER = ["# begin of services: two", "# end of services"];

/** The file with `new` as its first region, or the error. */
function written(lines: readonly string[]): { readonly text: string; readonly error: string } {
  const asked = JSON.stringify(["a.yaml", lines.join("\n"), { one: ["new"] }]);
  const script = `import { withRegions } from ${JSON.stringify(REGIONS)}; process.stdout.write(withRegions(...${asked}));`;
  const args = ["--no-warnings", "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { text: stdout, error: /^Error: .*/m.exec(stderr)?.[0] ?? "" };
}

describe("what `make services` writes between marks", () => {
  it("is indented as they are, and leaves all else as it is", () => {
    const text = [...TEXT, ...OTHER].join("\n").replace("old", "new");
    expect(written([...TEXT, ...OTHER])).to.deep.equal({ text, error: "" });
  });

  for (const [what, lines, error] of [
    ["begin", TEXT.toSpliced(1, 1), 'a.yaml has no "begin of services: one"'],
    ["end", TEXT.toSpliced(3, 1), 'a.yaml has no "end of services" after "begin of services: one"'],
  ] as const)
    it(`is refused by the names of file and mark where the ${what} is missing, whatever comes after it`, () => {
      for (const all of [lines, [...lines, ...OTHER]])
        expect(written(all)).to.deep.equal({ text: "", error: `Error: ${error}` });
    });
});
