import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { guardedFolder, skipBecause, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { ROOT } from "./support/chart.ts";

const ASSEMBLE = "deploy/image/assemble";
/** Of a package, what a process reads and what none does. */
const KEPT = ["index.js", "package.json", "LICENSE.md", "test-data/kept.json"];
const PRUNED = [
  "index.d.ts",
  "index.js.map",
  "README.md",
  "tsconfig.json",
  "test/case.js",
  "examples/one.js",
];

describe("what the image is laid out of", function () {
  let folder: GuardedFolder;
  before(function () {
    if (process.platform !== "linux") skipBecause(this, "the image is assembled on Linux alone");
    folder = guardedFolder("assemble");
  });
  after(() => folder?.remove());

  it("has of every package, nested ones too, only what a process reads", () => {
    const place = (name: string) => join(folder.path, name);
    const [tree, out, bin] = [place("tree"), place("out"), place("bin")];
    const put = (root: string, path: string, text = "") => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { mode: 0o755 });
    };
    for (const path of [ASSEMBLE, "deploy/image/flowlix"]) cpSync(join(ROOT, path), join(tree, path));
    put(tree, "package.json", "{}");
    const packages = ["", "libs/one/", "services/two/"];
    for (const at of packages) {
      if (at !== "") for (const path of ["package.json", "src/main.ts"]) put(tree, at + path);
      for (const path of [...KEPT, ...PRUNED]) put(tree, `${at}node_modules/pack/${path}`);
      put(tree, `${at}node_modules/.bin/pack`);
    }
    // Neither the owner of files nor the list of packages is what is asked about.
    put(bin, "chown", "#!/bin/sh\n");
    put(bin, "node", "#!/bin/sh\necho '{}'\n");
    const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}` };
    execFileSync("sh", [ASSEMBLE, out, "1.0.0", "0"], { cwd: tree, env, stdio: "pipe" });
    const left = globSync("app/**/node_modules/**/*.*", { cwd: out }).toSorted();
    const wanted = packages.flatMap((at) => KEPT.map((path) => `app/${at}node_modules/pack/${path}`));
    expect(left).to.deep.equal(wanted.toSorted());
  });
});
