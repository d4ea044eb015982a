import { repeatedFailures } from "@flowlix/runtime";
import { expect } from "chai";

interface Line {
  readonly level: string;
  readonly words: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

describe("failures of what is repeated", () => {
  let lines: Line[] = [];
  beforeEach(() => {
    lines = [];
  });
  const write = (level: string) => (fields: object, words: string) =>
    void lines.push({ level, words, fields: { ...fields } });
  const logger = { warn: write("warn"), info: write("info"), error: write("error") };
  const broken = (code: string) => Object.assign(new Error("it broke"), { code });
  const logged = () => lines.map(({ fields }) => ("err" in fields ? "stack" : fields["failures"]));

  it("are told once with the stack, then with their count at the tenth, the hundredth and so on", () => {
    const failures = repeatedFailures({ logger, failed: "failed", again: "again" });
    for (let n = 0; n < 1_000; n += 1) failures.failed(broken("E01"));
    expect(logged()).to.deep.equal(["stack", 10, 100, 1_000]);
    expect(lines.every(({ level, words }) => level === "warn" && words === "failed")).to.equal(true);
    expect(lines[1]?.fields).to.deep.equal({ error: "E01", failures: 10 });
  });

  it("are told with their stack once more where the reason is another one", () => {
    const failures = repeatedFailures({ logger, failed: "failed", level: "error" });
    for (const code of ["E01", "E01", "E02", "E02", "E01"]) failures.failed(broken(code));
    expect(logged()).to.deep.equal(["stack", "stack", "stack"]);
    expect(lines.map(({ level }) => level)).to.deep.equal(["error", "error", "error"]);
  });

  it("end with a line that says how many there were, and none where there were none", () => {
    const failures = repeatedFailures({ logger, failed: "failed", again: "again" });
    failures.cameOff();
    failures.failed(broken("E01"));
    failures.failed(broken("E01"));
    failures.cameOff({ loop: "one" });
    failures.cameOff();
    failures.failed(broken("E01"));
    expect(lines.map(({ words, fields }) => [words, fields["failures"], fields["loop"]])).to.deep.equal([
      ["failed", undefined, undefined],
      ["again", 2, "one"],
      ["failed", undefined, undefined],
    ]);
  });

  it("are counted for each thing that fails for itself", () => {
    const failures = repeatedFailures({ logger, failed: "failed" });
    for (const id of ["a", "b", "a"]) failures.failed(broken("E01"), { id }, id);
    expect(lines.map(({ fields }) => fields["id"])).to.deep.equal(["a", "b"]);
  });
});
