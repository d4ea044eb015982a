import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { skipBecause } from "@flowlix/testkit";
import { expect } from "chai";
import { answers } from "./e2e/support/sample-receivers.ts";
import { environment, pythonWith } from "./clients/python-environment.ts";
import { START_TIMEOUT_MS, startStandalone, type Installation } from "./support/installation.ts";

const SAMPLES = fileURLToPath(new URL("../../docs/site/samples/", import.meta.url));
const run = promisify(execFile);

/** How a sample is run, and what its language needs; null where it is always there. */
const LANGUAGES: Readonly<Record<string, { readonly program: string; readonly args: readonly string[] }>> = {
  ".sh": { program: "sh", args: ["-e"] },
  ".ts": { program: process.execPath, args: ["--no-warnings"] },
  ".py": { program: "python3", args: ["-B"] },
  ".php": { program: "php", args: [] },
};

/** What a sample prints, by its path without the language. Every sample is here, in every language that it has. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  "clients/first-payment": /^SUCCEEDED\n$/,
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

const FILES = readdirSync(SAMPLES, { recursive: true, encoding: "utf8" })
  .filter((name) => extname(name) !== "" && extname(name) !== ".json")
  .toSorted();
const isOfPythonClient = (file: string): boolean => file.startsWith("clients/") && extname(file) === ".py";
const nameOf = (file: string): string => file.slice(0, -extname(file).length);

describe("the samples of the pages for merchants' developers", function () {
  this.timeout(START_TIMEOUT_MS);
  let installation: Installation;
  let env: Record<string, string | undefined>;

  async function create(body: object): Promise<{ readonly id: string; readonly status: string }> {
    const response = await fetch(`${installation.publicUrl}/v1/payments`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${installation.apiKey}`,
        "idempotency-key": crypto.randomUUID(),
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    const payment: { readonly id: string; readonly status: string } = JSON.parse(await response.text());
    return payment;
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
    installation = await startStandalone();
    const { PATH } = process.env;
    env = { PATH, FLOWLIX_URL: installation.publicUrl, FLOWLIX_KEY: installation.apiKey };
  });
  after(() => installation.stop());

  it("are all known here", () => {
    expect([...new Set(FILES.map(nameOf))]).to.have.members(Object.keys(PRINTS));
  });

  it("say in TypeScript with which Node they run, and how with an older one", () => {
    const silent = FILES.filter((file) => extname(file) === ".ts").filter(
      (file) => !/^\/\/ Node 22\.18 .*npx tsx .*\n/.test(readFileSync(join(SAMPLES, file), "utf8")),
    );
    expect(silent).to.deep.equal([]);
  });

  it("have browser information that a Payment takes", async () => {
    const file = join(SAMPLES, "three-d-secure/browser-information.json");
    const browser_information: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(await create({ ...aPayment, browser_information })).to.have.property("status", "SUCCEEDED");
  });

  for (const file of FILES) {
    it(`${file} does what its page says`, async function () {
      const language = LANGUAGES[extname(file)];
      if (language === undefined) throw new Error(`${file} is in a language that nothing here runs`);
      const { args } = language;
      const program = isOfPythonClient(file) ? pythonWith("client") : language.program;
      if (program === undefined) skipBecause(this, "there is no Python with pip and its packages");
      if (program !== "sh" && !answers(program, "--version")) skipBecause(this, `there is no ${program}`);
      const { id } = await create(aPayment);
      const { stdout, stderr } = await run(program, [...args, join(SAMPLES, file)], {
        env: {
          ...(isOfPythonClient(file) ? environment(env) : env),
          PAYMENT_ID: id,
          ORDER_KEY: crypto.randomUUID(),
          RETURN_URL: `https://shop.example/return?payment_id=${id}&status=SUCCEEDED`,
        },
      });
      expect(stderr).to.equal("");
      expect(stdout).to.match(PRINTS[nameOf(file)] ?? /^never$/);
    });
  }
});
