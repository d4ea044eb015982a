import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CATALOGUE } from "@flowlix/contracts";
import { guardedFolder, skipBecause } from "@flowlix/testkit";
import { expect } from "chai";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "../e2e/support/platform.ts";
import { environment, printed, pythonWith, ROOT } from "./python-environment.ts";

const HERE = join(ROOT, "tests/system/clients/python");
const PYTEST = ["-m", "pytest", "--quiet", "--config-file=clients/python/pyproject.toml"];
const MYPY = ["-m", "mypy", "--config-file=clients/python/pyproject.toml"];
const README = readFileSync(join(ROOT, "clients/python/README.md"), "utf8");
const RULES = [
  ...readFileSync(join(HERE, "test_installation.py"), "utf8").matchAll(/^def (test_(\w+))/gm),
].map(([, name = "", words = ""]) => ({ name, title: words.replaceAll("_", " ") }));

/** Where a type checker has to find something. */
const WRONG = readFileSync(join(HERE, "misuser.py"), "utf8")
  .split("\n")
  .flatMap((line, index) => (line.endsWith("# wrong") ? [`misuser.py:${index + 1}`] : []));

/** Prints the modes of a wheel and of npm packages, and every mode with a time that a file in one of them has. */
const IN_PACKAGES = `
import glob, json, os, stat, sys, tarfile, zipfile
(wheel,), packed = made = tuple(glob.glob(sys.argv[1] + "/*" + end) for end in (".whl", ".tgz"))
files = [(oct(one.external_attr >> 16), str(one.date_time)) for one in zipfile.ZipFile(wheel).infolist()]
files += [(oct(one.mode), str(one.mtime)) for file in packed for one in tarfile.open(file)]
modes = {oct(stat.S_IMODE(os.stat(name).st_mode)) for names in made for name in names}
print(json.dumps([sorted(modes), sorted(set(files))]))`;

const samplesOf = (fence: string): string[] =>
  README.split(fence)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf("```")));

describe("the Python client", function () {
  this.timeout(TEST_TIMEOUT_MS);
  let python: string;
  before(function () {
    python = pythonWith("tests") ?? skipBecause(this, "there is no Python with pip and its packages");
  });

  it("keeps the rules of its own tests", () => printed(python, [...PYTEST, "clients/python/tests"]));

  it("has no fault that a type checker finds", () => printed(python, [...MYPY, "clients/python/src"]));

  it("repeats a create after those codes of the catalogue that may pass later, and no other", async () => {
    const asked = Object.entries(ERROR_CATALOGUE).map(([code, { status }]) => ({ code, status }));
    const program =
      "import json, sys; from flowlix._retry import may_repeat; " +
      "print(json.dumps([one['code'] for one in json.loads(sys.argv[1]) if may_repeat(one['status'], one['code'], 'keyed')]))";
    const repeated: unknown = JSON.parse(await printed(python, ["-c", program, JSON.stringify(asked)]));
    const later = Object.entries(ERROR_CATALOGUE).filter(([, { retry }]) => retry === "later");
    expect(repeated).to.deep.equal(later.map(([code]) => code));
  });

  it("is built, installed beside httpx alone, and known to a type checker there", async () => {
    const folder = guardedFolder("python-client");
    try {
      const pip = ["-m", "pip", "--disable-pip-version-check", "--no-cache-dir"];
      const offline = ["--quiet", "--no-index", "--no-deps"];
      const build = ["wheel", ...offline, "--no-build-isolation", "--wheel-dir", folder.path];
      await printed(python, [...pip, ...build, "clients/python"]);
      const site = join(folder.path, "site");
      const wheel = join(folder.path, "flowlix-0.1.0-py3-none-any.whl");
      await printed(python, [...pip, "install", ...offline, "--target", site, wheel]);
      const env = environment({ PYTHONPATH: site, MYPYPATH: site });
      const said = await printed(python, ["-c", "import flowlix; print(flowlix.__version__)"], env);
      expect(said).to.equal("0.1.0\n");
      const check = ["-m", "mypy", "--strict", "--cache-dir=/dev/null"];
      const files = ["user.py", "misuser.py"].map((name) => join(HERE, name));
      const refused = await printed(python, [...check, ...files], env, folder.path).catch(String);
      const lines = [...refused.matchAll(/(\w+\.py:\d+): error:/g)].map(([, place]) => place);
      expect([...new Set(lines)]).to.deep.equal(WRONG);
    } finally {
      await folder.remove();
    }
  });

  it("the one for TypeScript and the command line are packages without the times and the permissions of who made them", async () => {
    const folder = guardedFolder("client-packages");
    try {
      const settings = { PYTHON: python, PIP_NO_BUILD_ISOLATION: "0", PIP_NO_INDEX: "1" };
      const env = environment({ ...settings, npm_config_offline: "true", npm_config_cache: folder.path });
      const make = 'umask 077 && exec tools/clients/packages "$1"';
      const out = join(folder.path, "out");
      expect((await printed("/bin/sh", ["-c", make, "sh", out], env)).split("\n")).to.have.length(4);
      // Modes and times: npm's own for one, and what pip's wheels take from us for the other.
      expect(JSON.parse(await printed(python, ["-c", IN_PACKAGES, out]))).to.deep.equal([
        ["0o644"],
        [
          ["0o100644", "(1985, 10, 26, 8, 15, 0)"],
          ["0o644", "499162500"],
          // Programs.
          ["0o755", "499162500"],
        ],
      ]);
    } finally {
      await folder.remove();
    }
  });

  describe("against an installation", () => {
    const platform = withPlatform(IN_PROCESS);
    const settings = () => {
      const { publicUrl: FLOWLIX_URL, apiKey: FLOWLIX_KEY } = platform().installation();
      return environment({ FLOWLIX_URL, FLOWLIX_KEY });
    };

    for (const { name, title } of RULES)
      it(title, () => printed(python, [...PYTEST, `${HERE}/test_installation.py::${name}`], settings()));

    it("runs the samples of its README as they stand", async () => {
      const folder = guardedFolder("python-readme");
      try {
        const file = join(folder.path, "samples.py");
        writeFileSync(file, samplesOf("```python\n").join("\n"));
        const lines = (await printed(python, ["-B", file], settings())).split("\n");
        expect(lines.slice(0, 3)).to.deep.equal(["SUCCEEDED", "SUCCEEDED", "SUCCEEDED"]);
        expect(lines.at(-2)).to.match(/^amount req_\w+$/);
      } finally {
        await folder.remove();
      }
    });
  });
});
