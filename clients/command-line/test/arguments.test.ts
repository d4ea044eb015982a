import { readFileSync } from "node:fs";
import { expect } from "chai";
import { KEY, ran } from "./support/ran.ts";

/** Nobody listens there, so that nothing but arguments is checked. */
const ACCOUNT = { FLOWLIX_URL: "http://127.0.0.1:9", FLOWLIX_KEY: KEY };
const LIVE_KEY = KEY.replace("test", "live");
const NO_PROFILES = { XDG_CONFIG_HOME: "/nowhere" };

const WHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "with a Sandbox key": ACCOUNT,
  "with a live key": { ...ACCOUNT, FLOWLIX_KEY: LIVE_KEY },
  "with a live key over plain HTTP to this machine": {
    FLOWLIX_URL: "http://127.8.9.10:9",
    FLOWLIX_KEY: LIVE_KEY,
  },
  "with a live key over plain HTTP": { FLOWLIX_URL: "http://shop.example", FLOWLIX_KEY: LIVE_KEY },
  "without a login": NO_PROFILES,
  "without a login, with a Sandbox key": { ...ACCOUNT, ...NO_PROFILES },
  "with a key alone": { FLOWLIX_KEY: KEY },
  "with an address alone": { FLOWLIX_URL: "http://127.0.0.1:9" },
  "with an address and an empty key": { FLOWLIX_URL: "http://127.0.0.1:9", FLOWLIX_KEY: "" },
  "with nothing but empty variables": {
    ...NO_PROFILES,
    FLOWLIX_URL: "",
    FLOWLIX_KEY: "",
    FLOWLIX_PROFILE: "",
  },
  "with an address of another kind": { ...ACCOUNT, FLOWLIX_URL: "ftp://x" },
  "with a key of another shape": { ...ACCOUNT, FLOWLIX_KEY: "secret" },
  "with a key as in an example": { ...ACCOUNT, FLOWLIX_KEY: "api_test_sk_…" },
};

const CASES: readonly (readonly [argv: string, code: number, printed: RegExp, where?: string])[] = [
  ["--version", 0, /^[0-9]+\.[0-9]+\.[0-9]+(-dev)?\n$/],
  ["--help", 0, /Usage: flowlix [\s\S]*listen[\s\S]*Exit codes: 0 done/],
  ["trigger --help", 0, /payment\.requires_action[\s\S]*payout\.failed/],
  ["", 2, /Usage: flowlix/],
  ["paymnts list", 2, /unknown command 'paymnts'\n\(Did you mean payments\?\)/],
  ["payments lst", 2, /Did you mean list\?/],
  ["trigger payment.suceeded", 2, /Did you mean payment\.succeeded\?/],
  ["trigger payment.paid", 2, /unknown command 'payment\.paid'[^]*\ntypes: .*payment\.succeeded/],
  ["payments list --limt 3", 2, /unknown option '--limt'\n\(Did you mean --limit\?\)/],
  ["payments list --limit 101", 2, /between 1 and 100/],
  ["payments list --query status", 2, /NAME=VALUE/],
  ["payments create --amount 49.99", 2, /minor units: 4999\./],
  ["payments get", 2, /missing required argument 'id'/],
  ["payments get pay_1", 2, /"pay_1" is no id: payments have ids such as pay_/],
  [`payments get ref_${"0".repeat(24)}`, 2, /is one of refunds: flowlix refunds get ref_0/],
  ["payments create --data {", 2, /--data is no JSON/],
  ["payments create --data @/nowhere.json", 2, /the file \/nowhere\.json, which cannot be read/],
  ["payments create --amount 1", 2, /with a live key name the whole body/, "with a live key"],
  ["payouts create", 2, /with a live key name the whole body/, "with a live key"],
  ["trigger payout.failed", 2, /needs a Sandbox key/, "with a live key"],
  ["refunds list", 2, /required option '--payment <id>' not specified/],
  ["refunds create", 2, /name the Payment/],
  [
    "listen --events payment.made",
    2,
    /there are no events payment\.made; there are payment\.requires_action/,
  ],
  ["completion powershell", 2, /Allowed choices are bash, zsh, fish\./],
  ["listen --forward-to http://", 2, /has to be an address such as/],
  ["logs get req_1", 2, /is no id of a request/],
  ["open nothing", 2, /there is no page "nothing"/],
  ["open --print", 0, /^http:\/\/127\.0\.0\.1:9\/docs\/\n$/],
  ["open --print workbench", 0, /^http:\/\/127\.0\.0\.1:9\/workbench\n$/],
  [`open --print pay_${"0".repeat(24)}`, 0, /\/workbench#\/objects\/pay_0{24}\n$/],
  [`open --print req_${"0".repeat(24)}`, 0, /\/workbench#\/requests\/req_0{24}\n$/],
  ["payments list", 5, /there is no key: run `flowlix login`/, "without a login"],
  ["payments list --profile shop", 5, /there is no profile shop/, "without a login, with a Sandbox key"],
  ["payments list", 2, /are used together/, "with a key alone"],
  ["payments list", 5, /FLOWLIX_KEY is not: the two are used together/, "with an address alone"],
  ["payments list", 5, /FLOWLIX_KEY is not: the two are used together/, "with an address and an empty key"],
  ["payments list", 5, /there is no key: run `flowlix login`/, "with nothing but empty variables"],
  ["login", 5, /there is no key: run `flowlix login`/, "with an address and an empty key"],
  ["payments list", 2, /"ftp:\/\/x" is no address/, "with an address of another kind"],
  ["payments list", 2, /the key does not look like one/, "with a key of another shape"],
  [
    "payments list",
    2,
    /then letters and digits alone; `make start` prints one/,
    "with a key as in an example",
  ],
  [
    "payments list",
    2,
    /a live key does not travel in clear: use https:\/\//,
    "with a live key over plain HTTP",
  ],
  [
    "payouts create",
    2,
    /with a live key name the whole body/,
    "with a live key over plain HTTP to this machine",
  ],
];

describe("arguments of the merchants' command line", () => {
  for (const [argv, code, printed, where = "with a Sandbox key"] of CASES)
    it(`flowlix ${argv} ${where} ends with ${code}`, async () => {
      const env = WHERE[where] ?? {};
      const { stdout, stderr, ...result } = await ran(argv.split(" ").filter(Boolean), { env });
      expect(result.code, stderr).to.equal(code);
      expect(code === 0 ? stdout : stderr).to.match(printed);
      expect(code === 0 ? stderr : stdout).to.equal("");
      for (const text of [stdout, stderr]) expect(text).not.to.contain(env["FLOWLIX_KEY"] || KEY);
    });

  for (const page of [
    "clients/command-line/README.md",
    "docs/merchants.md",
    "docs/site/tools.md",
    "docs/webhooks.md",
    "docs/tour.md",
  ])
    it(`every command that ${page} names is there, with its options`, async () => {
      const text = readFileSync(new URL(`../../../${page}`, import.meta.url), "utf8");
      const named = [...text.matchAll(/npx flowlix (?<said>[^`#|)\n]+)/g)].map(
        ({ groups }) => groups?.["said"] ?? "",
      );
      expect(named.length).to.be.greaterThan(1);
      for (const said of named) {
        const words = said.trim().split(/\s+/);
        const options = words.filter((word) => word.startsWith("--"));
        const end = words.findIndex((word) => !/^[a-z_.]+$/.test(word));
        const names = words.slice(0, end === -1 ? words.length : end);
        const { code, stdout } = await ran([...names, "--help"], { env: ACCOUNT });
        expect(code, said).to.equal(0);
        expect(stdout, said).to.contain(`Usage: flowlix ${names.join(" ")}`);
        for (const option of options) expect(stdout, said).to.contain(option);
      }
    });

  it("with --json wrong arguments are one document on standard output", async () => {
    for (const argv of ["payments list --limt 3", "payments get pay_1", "trigger nothing"]) {
      const { code, stdout, stderr } = await ran([...argv.split(" "), "--json"], { env: ACCOUNT });
      const { error }: { error: { code: string } } = JSON.parse(stdout);
      expect([code, error.code, stderr], argv).to.deep.equal([2, "usage", ""]);
    }
  });

  const messageOf = async (...argv: string[]) => {
    const { code, stdout, stderr } = await ran([...argv, "--json"], { env: ACCOUNT });
    const { error }: { error: { code: string; message: string } } = JSON.parse(stdout);
    expect([code, error.code], argv.join(" ")).to.deep.equal([2, "usage"]);
    return { message: error.message, stderr };
  };

  it("with --json a missing command is named in the document, and the help is on standard error", async () => {
    for (const group of [[], ["payments"], ["trigger"]]) {
      const { message, stderr } = await messageOf(...group);
      expect(message).to.match(/^a command is missing: the help on standard error/);
      expect(stderr).to.contain(["Usage: flowlix", ...group].join(" "));
    }
  });

  it("with --json a mistyped type of event is told with the types that there are", async () => {
    for (const argv of [["trigger", "nope"], ["trigger"]])
      expect((await messageOf(...argv)).message).to.contain("; types: payment.requires_action, payment.");
    expect((await ran(["trigger", "--help", "--json"])).code).to.equal(0);
  });
});
