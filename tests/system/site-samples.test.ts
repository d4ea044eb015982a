import { execFile } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { guardedFolder, skipBecause, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { answers } from "./e2e/support/sample-receivers.ts";
import { environment, pythonWith, ROOT } from "./clients/python-environment.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "./support/installation.ts";

const SAMPLES = fileURLToPath(new URL("../../docs/site/samples/", import.meta.url));
const run = promisify(execFile);

/** How a sample is run, and what its language needs; null where it is always there. */
const LANGUAGES: Readonly<Record<string, { readonly program: string; readonly args: readonly string[] }>> = {
  ".sh": { program: "sh", args: ["-e"] },
  ".mts": { program: process.execPath, args: ["--no-warnings"] },
  ".py": { program: "python3", args: ["-B"] },
  ".php": { program: "php", args: [] },
};

/** What a sample prints, by its path without the language. Every sample is here, in every language that it has. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  "clients/first-payment": /^pay_\w{24} SUCCEEDED\n$/,
  "clients/refund": /^SUCCEEDED\n$/,
  "clients/shop": /http:\/\/127\.0\.0\.1:\d+\/pay\/pay_\w{24}\//,
  "errors/amount": /"param":"amount","doc_url":"http:\/\/[^"]+\/docs\/errors#parameter_invalid"/,
  "hosted-page/pay": /http:\/\/127\.0\.0\.1:\d+\/pay\/pay_\w{24}\//,
  "lists/all": /pay_\w{24}/,
  "payouts/payout": /po_\w{24}.*SUCCEEDED/,
  "quick-start/pay": /pay_\w{24}.*SUCCEEDED/,
  "refunds/refund": /ref_\w{24}.*SUCCEEDED/,
  "retries/create": /pay_\w{24} REQUIRES_ACTION/,
  "retries/replay": /^HTTP\/1.1 201 Created\s+HTTP\/1.1 201 Created\s+idempotent-replayed: true\s*$/i,
  "three-d-secure/challenge":
    /return_url {2}https:\/\/shop\.example\/return\?payment_id=pay_\w+&status=SUCCEEDED\n.*"status":"SUCCEEDED"/,
  "three-d-secure/return": /^SUCCEEDED\n$/,
  "wallets/apple-pay": /"status":"SUCCEEDED".*"type":"apple_pay"/,
  "wallets/google-pay": /"status":"SUCCEEDED".*"type":"google_pay"/,
  "webhooks/endpoint": /"secret":"whsec_/,
  "webhooks/events": /"type":"payment\.succeeded"/,
};

const PAGES = fileURLToPath(new URL("../../docs/site/", import.meta.url));
/** JSON that pages show, by page, and where on it. */
const SHOWN = globSync("*.md", { cwd: PAGES }).flatMap((page) =>
  [...readFileSync(join(PAGES, page), "utf8").matchAll(/^```json\n(?<text>[^`]+)^```$/gm)].map(
    ({ groups }, index) => ({ name: `${page} ${index + 1}`, text: groups?.["text"] ?? "" }),
  ),
);

/** What a reader is told to bring to a page, in the environment, beside what earlier samples of the page printed. */
const BROUGHT: Readonly<Record<string, (paymentId: string) => Readonly<Record<string, string>>>> = {
  "refunds.md": (PAYMENT_ID) => ({ PAYMENT_ID }),
};

/** What a reader takes from what a sample printed. */
const TAKEN: Readonly<Record<string, RegExp>> = {
  PAYMENT_ID: /\bpay_\w{24}\b/,
  RETURN_URL: /(?<=^return_url +)\S+/m,
};

/** The samples of each page, in its order. */
const SHOWN_SAMPLES: readonly (readonly [page: string, files: readonly string[]])[] = globSync("*.md", {
  cwd: PAGES,
}).flatMap((page) => {
  const files = [...readFileSync(join(PAGES, page), "utf8").matchAll(/^<<< @\/samples\/([\w./-]+)/gm)]
    .map(([, file = ""]) => file)
    .filter((file) => extname(file) !== ".json");
  return files.length === 0 ? [] : [[page, files] as const];
});

const FILES = readdirSync(SAMPLES, { recursive: true, encoding: "utf8" })
  .filter((name) => extname(name) !== "" && extname(name) !== ".json")
  .toSorted();
const isOfPythonClient = (file: string): boolean => file.startsWith("clients/") && extname(file) === ".py";
const nameOf = (file: string): string => file.slice(0, -extname(file).length);

/** How a sample begins that is saved in a file: with the file's name, the oldest that runs it, and the command. */
const SAVE: Readonly<Record<string, RegExp>> = {
  ".mts":
    /^\/\/ Save it as (?<name>\S+)\. Node 22\.18 or newer: node \k<name>; an older one: npx tsx \k<name>\n/,
  ".py":
    /^# Save it as (?<name>\S+)\. Python 3\.9 or newer(?:, nothing to install: python3|: \.venv\/bin\/python) \k<name>\n/,
  ".php": /^<\?php\n\/\/ Save it as (?<name>\S+)\. PHP 8\.1 or newer, no extension needed: php \k<name>\n/,
};

const savedAs = (file: string): string | undefined =>
  SAVE[extname(file)]?.exec(readFileSync(join(SAMPLES, file), "utf8"))?.groups?.["name"];

const ID = /^(?<prefix>[a-z]+_)[A-Za-z0-9]{24}$/;
const UNIX_SECONDS = 1_700_000_000;

/** Where an answer is not what a page shows of it: "…" stands for anything, and ids and times are others each time. */
function differences(shown: unknown, answer: unknown, path = "$"): string[] {
  if (typeof shown === "object" && shown !== null) {
    if (typeof answer !== "object" || answer === null) return [`${path} is no object`];
    const there = new Map(Object.entries(answer));
    return Object.entries(shown)
      .filter(([name]) => name !== "…")
      .flatMap(([name, value]) => differences(value, there.get(name), `${path}.${name}`));
  }
  const isAlike =
    (typeof shown === "string" && typeof answer === "string" && isLike(shown, answer)) ||
    (typeof shown === "number" &&
      shown > UNIX_SECONDS &&
      typeof answer === "number" &&
      answer > UNIX_SECONDS);
  return isAlike || shown === answer
    ? []
    : [`${path} is ${JSON.stringify(answer)} and not ${JSON.stringify(shown)}`];
}

function isLike(shown: string, answer: string): boolean {
  const prefix = ID.exec(shown)?.groups?.["prefix"];
  if (prefix !== undefined) return ID.exec(answer)?.groups?.["prefix"] === prefix;
  // This installation has no certificate.
  const [before = "", behind] = shown.replace(/^https:/, "http:").split("…");
  return behind !== undefined && answer.startsWith(before) && answer.endsWith(behind);
}

describe("the samples of the pages for merchants' developers", function () {
  this.timeout(START_TIMEOUT_MS);
  let installation: Installation;
  let env: Record<string, string | undefined>;
  let folder: GuardedFolder;

  /**
   * A sample where its page has it saved. Where `npm init` wrote package.json every file is CommonJS that its
   * name does not call a module; tsx takes it for that in a folder without package.json, too.
   */
  function saved(file: string): string {
    const name = savedAs(file);
    if (name === undefined) return join(SAMPLES, file);
    const at = join(folder.path, dirname(file), name);
    mkdirSync(dirname(at), { recursive: true });
    copyFileSync(join(SAMPLES, file), at);
    return at;
  }

  async function ask(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${installation.publicUrl}${path}`, {
      headers: {
        authorization: `Bearer ${installation.apiKey}`,
        "idempotency-key": crypto.randomUUID(),
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    return response.json();
  }
  async function create(body: object): Promise<{ readonly id: string; readonly status: string }> {
    const payment = await ask("/v1/payments", body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a create answers
    return payment as { readonly id: string; readonly status: string };
  }
  const aPayment = {
    amount: 4999,
    currency: "EUR",
    payment_method_data: {
      type: "card",
      card: { number: "4111111111111111", exp_month: 12, exp_year: 2034, cvc: "123", holder_name: "Ada" },
    },
    customer_ip_address: "203.0.113.7",
    merchant_customer_id: "customer-1",
    return_url: "https://shop.example/return",
  };

  before(async () => {
    folder = guardedFolder("site-samples");
    writeFileSync(join(folder.path, "package.json"), '{ "type": "commonjs" }');
    symlinkSync(join(ROOT, "node_modules"), join(folder.path, "node_modules"));
    installation = await startStandalone();
    const { PATH } = process.env;
    env = { PATH, FLOWLIX_URL: installation.publicUrl, FLOWLIX_KEY: installation.apiKey };
  });
  after(async () => {
    await installation.stop();
    await folder.remove();
  });

  it("are all known here, and shown on a page", () => {
    expect([...new Set(FILES.map(nameOf))]).to.have.members(Object.keys(PRINTS));
    expect([...new Set(SHOWN_SAMPLES.flatMap(([, files]) => files))]).to.have.members(FILES);
  });

  it("say, where no shell takes them as they are, under which name they are saved and how that is run", () => {
    const silent = FILES.filter((file) => extname(file) in SAVE).filter(
      (file) => savedAs(file) !== basename(file),
    );
    expect(silent).to.deep.equal([]);
  });

  /** What the platform answers where the pages show it. */
  const ANSWERS: Readonly<Record<string, () => Promise<unknown>>> = {
    "errors.md 1": () => create({ ...aPayment, amount: "49.99" }),
    "index.md 1": () => create(aPayment),
    "index.md 2": () => create({ ...aPayment, amount: "49.99" }),
    "three-d-secure.md 1": () => create({ ...aPayment, amount: 103_000 }),
    "webhooks.md 1": async () => {
      const payout = {
        amount: 4999,
        currency: "EUR",
        destination: { card_number: "4111111111111111" },
        initiator_ip_address: "203.0.113.7",
        recipient: { first_name: "Ada", last_name: "Nowak", country: "PL" },
      };
      await ask("/v1/payouts", payout);
      return waitFor("the payout's event", async () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of events
        const { data } = (await ask("/v1/events")) as { readonly data: readonly { readonly type: string }[] };
        return data.find(({ type }) => type === "payout.succeeded");
      });
    },
  };

  it("show no JSON that is not compared here with an answer", () => {
    expect(SHOWN.map(({ name }) => name)).to.have.members(Object.keys(ANSWERS));
  });

  for (const { name, text } of SHOWN)
    it(`show JSON that the platform answers: ${name}`, async () => {
      const shown: unknown = JSON.parse(text.replaceAll("http://127.0.0.1:3000", installation.publicUrl));
      const answer = await ANSWERS[name]?.();
      expect(differences(shown, answer)).to.deep.equal([]);
    });

  it("have browser information that a Payment takes", async () => {
    const file = join(SAMPLES, "three-d-secure/browser-information.json");
    const browser_information: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(await create({ ...aPayment, browser_information })).to.have.property("status", "SUCCEEDED");
  });

  it("are given a key to put in place that every language sends, and that the platform explains", async function () {
    const [, key = ""] =
      /^export FLOWLIX_KEY=(\S+)/m.exec(readFileSync(join(PAGES, "index.md"), "utf8")) ?? [];
    for (const file of FILES.filter((name) => nameOf(name) === "quick-start/pay")) {
      const { program, args } = LANGUAGES[extname(file)] ?? expect.fail(file);
      if (program !== "sh" && !answers(program, "--version")) continue;
      const settings = { env: { ...env, FLOWLIX_KEY: key } };
      const { stdout = "", stderr = "" } = await run(program, [...args, saved(file)], settings).catch(
        (error: unknown) => Object(error),
      );
      expect(`${stdout}${stderr}`, file).to.contain("This is the placeholder of the documents, not a key");
    }
  });

  for (const [page, files] of SHOWN_SAMPLES)
    describe(`on ${page} run in its order, each with what a reader has by then`, () => {
      let had: Record<string, string> = {};
      before(async () => {
        had = { ...BROUGHT[page]?.((await create(aPayment)).id) };
      });
      for (const file of files)
        it(`${file} does what its page says`, async function () {
          const language = LANGUAGES[extname(file)];
          if (language === undefined) throw new Error(`${file} is in a language that nothing here runs`);
          const { args } = language;
          const program = isOfPythonClient(file) ? pythonWith("client") : language.program;
          if (program === undefined) skipBecause(this, "there is no Python with pip and its packages");
          if (program !== "sh" && !answers(program, "--version")) skipBecause(this, `there is no ${program}`);
          const { stdout, stderr } = await run(program, [...args, saved(file)], {
            env: { ...(isOfPythonClient(file) ? environment(env) : env), ...had },
          });
          expect(stderr).to.equal("");
          expect(stdout).to.match(PRINTS[nameOf(file)] ?? /^never$/);
          for (const [name, taken] of Object.entries(TAKEN))
            for (const [value] of [taken.exec(stdout) ?? []]) if (value !== undefined) had[name] = value;
        });
    });
});
