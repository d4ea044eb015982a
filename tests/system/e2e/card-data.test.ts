import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { directPaymentRequest, startTestNats, waitFor, type TestNats } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { needsNats } from "../support/installation.ts";
import { paymentOf, type Answer } from "./support/api.ts";
import { recordBus, type BusRecorder } from "./support/bus-recorder.ts";
import { newMerchant } from "./support/merchants.ts";
import { followToMerchant, press, visit } from "./support/payer.ts";
import {
  APPLE_PAY,
  BAD_NUMBER,
  BROWSER,
  CARD,
  CRYPTOGRAM,
  DEVICE_CARD,
  NUMBER_AS_CVC,
  WALLETS,
} from "./support/recognisable-cards.ts";
import { LEASE_MS, TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import {
  commandLines,
  files,
  findings,
  metrics,
  postgresLog,
  tables,
  type Place,
  type Secrets,
} from "./support/traces-left.ts";

/** No secret: shows that what is looked for in a place would be found there. */
const MARKER = "a-marker-that-everyone-may-read";

/** Here the answers and events that hold the marker are kept in packed form alone. */
const PACKED_TABLES = ["table idempotency.records", "table notifier.events"];

for (const wiring of WIRINGS) {
  describe(`no secret is left anywhere, ${wiring.name}`, function () {
    this.timeout(2 * TEST_TIMEOUT_MS);
    let nats: TestNats | null = null;
    let bus: BusRecorder | undefined;
    before(async function () {
      if (!wiring.distributed) return;
      needsNats(this);
      nats = await startTestNats();
      bus = await recordBus(nats?.url ?? "");
    });
    after(async () => {
      bus?.stop();
      await nats?.stop();
    });
    const platform = withPlatform(wiring, () => ({ env: { LOG_LEVEL: "trace", ...busSettings(nats) } }));

    const answers: Answer[] = [];
    const keep = async (answer: Promise<Answer>) => {
      const kept = await answer;
      answers.push(kept);
      return kept;
    };
    const changes = {
      payment_method_data: { type: "card" as const, card: CARD },
      browser_information: BROWSER,
    };
    const marked = { ...changes, description: MARKER };
    const found = (places: readonly Place[]) => findings(places, { marker: MARKER }).length > 0;
    const create = (amount: number, key = randomUUID()) =>
      keep(platform().api.create({ amount, key, changes }));
    /** Needs the Payment: a connection that was ended may be noticed by its create, 503 and nothing made. */
    const created = async (amount: number) =>
      paymentOf(await keep(platform().api.createUntilAnswered({ amount, key: randomUUID(), changes })));

    const challengeTokens: string[] = [];
    const returnTokens: string[] = [];
    const apiKeys: string[] = [];

    before("whole payments, failures and crashes", async () => {
      const { api, acquirer, database, passTime, crash } = platform();
      await database.sql("alter system set log_statement = 'all'");
      await database.sql("alter database postgres set log_error_verbosity = 'default'");
      await database.sql("select pg_reload_conf()");
      // Sessions take settings of their database when they begin.
      await platform().restart();
      apiKeys.push(api.apiKey, (await newMerchant(platform())).api.apiKey);

      for (const amount of [1, 100_051, 103_101, 104_000, 104_098, 105_029, 105_003, 105_002, 105_098])
        await create(amount);
      await keep(api.create({ changes: marked }));
      await keep(api.create({ key: CARD.number, changes }));
      await keep(api.create({ key: CARD.number, amount: 105_002, changes }));
      await payWithChallenge("complete");
      await payWithChallenge("fail");
      await malformed();
      for (const payment_method_data of WALLETS)
        for (const amount of [1, 100_063, 103_000, 105_002, 105_098])
          await keep(api.create({ amount, changes: { payment_method_data, browser_information: BROWSER } }));

      for (const fault of ["fail_before", "lose_answer", "garbage", "other_amount", "down"] as const) {
        await acquirer.fault({ operation: "any", fault, times: 2 });
        await create(70_000);
        await acquirer.fault({ operation: "authorise", fault, times: 1 });
        await keep(
          api.create({
            amount: 70_000,
            changes: { payment_method_data: APPLE_PAY, browser_information: BROWSER },
          }),
        );
      }
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 5_000 });
      await create(70_001);
      await acquirer.mend();

      const load = Promise.all(Array.from({ length: 20 }, () => create(70_002)));
      await database.terminateServices();
      await load;
      // What went before may have opened a circuit, and no create gets as far as its row meanwhile.
      await created(70_004);

      const key = randomUUID();
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
      const lost = platform()
        .api.create({ amount: 70_003, key, changes })
        .catch(() => null);
      await waitFor("its row", async () => {
        const rows = await database.sql("select 1 from payments.payments where amount = 70003");
        return rows.length === 1;
      });
      await crash("payments");
      await lost;
      await acquirer.mend();
      await passTime(LEASE_MS + 1_000);
      await keep(platform().api.createUntilAnswered({ amount: 70_003, key, changes }));
    });

    async function payWithChallenge(action: "complete" | "fail"): Promise<void> {
      const { next_action: next } = await created(103_000);
      const url = next?.redirect_url ?? "";
      challengeTokens.push(url.split("/").at(-1) ?? "");
      await visit(url);
      const page = await press(url, action);
      returnTokens.push(page.location?.split("/").at(-1) ?? "");
      await followToMerchant(page);
      await visit(`${page.location}x`);
    }

    /** Card data where it does not belong, as careless clients send it. */
    async function malformed(): Promise<void> {
      const { api } = platform();
      const body = JSON.stringify(directPaymentRequest(changes));
      const headers = { "idempotency-key": randomUUID(), "content-type": "application/json" };
      const post = (text: string, path = "/v1/payments") =>
        keep(api.send("POST", path, { headers, body: text }));
      await post(body.slice(0, -1));
      await post(body.replace(`"${CARD.number}"`, CARD.number));
      await post(body.replace(CARD.number, `${CARD.number}0000`));
      await post(body.replace(`"${CARD.cvc}"`, NUMBER_AS_CVC));
      await post(body.replace(CARD.number, BAD_NUMBER));
      for (const payment_method_data of WALLETS) {
        const wallet = JSON.stringify(directPaymentRequest({ payment_method_data }));
        await post(wallet.slice(0, -1));
        await post(wallet.replace(CRYPTOGRAM, `${CRYPTOGRAM}=`));
        await post(wallet.replace('"cryptogram"', `"${CRYPTOGRAM}":1,"cryptogram"`));
        await post(wallet.replace(DEVICE_CARD.number, `${DEVICE_CARD.number}0000`));
      }
      await post(body, `/v1/payments?card=${CARD.number}&key=${api.apiKey}`);
      await keep(api.send("GET", `/v1/payments/${CARD.number}`));
      await keep(api.send("GET", `/${CARD.number}/${api.apiKey}`));
    }

    const cardSecrets: Secrets = {
      "the card number": CARD.number,
      "a number that fails the check digit": BAD_NUMBER,
      "the CVC": CARD.cvc,
      "a number as a CVC": NUMBER_AS_CVC,
      "the holder's name": CARD.holder_name,
      "the number's SHA-256": createHash("sha256").update(CARD.number).digest("hex"),
      "a device's number": DEVICE_CARD.number,
      "the browser's user agent": BROWSER.user_agent,
      "a wallet's cryptogram": CRYPTOGRAM,
      "a wallet's cryptogram in hexadecimal": Buffer.from(CRYPTOGRAM, "base64").toString("hex"),
      "the number in base64": Buffer.from(CARD.number).toString("base64").slice(0, 20),
    };
    const named = (name: string, values: readonly string[]): Secrets =>
      Object.fromEntries(values.map((value, index) => [`${name} ${index + 1}`, value]));
    const secretsOf = (): Secrets => ({
      ...cardSecrets,
      ...named("API key", apiKeys),
      ...named("return token", returnTokens),
      ...ofInstallation(platform().dataDir),
    });
    const challenges = (): Secrets => named("challenge token", challengeTokens);
    const logs = (): Place => ({
      name: "the logs of all processes",
      text: withoutBanner(platform().output()),
    });

    it("the secrets that are looked for are real ones", () => {
      for (const [name, secret] of Object.entries({ ...secretsOf(), ...challenges() }))
        expect(secret.length, name).to.be.at.least(name === "the CVC" ? 4 : 16);
      expect(new Set(returnTokens).size).to.equal(2);
      const reported = answers.map((answer) => answer.text).join("\n");
      expect(reported, "wallets were paid with").to.include('"apple_pay"').and.to.include('"google_pay"');
      const { text } = logs();
      expect(text.split("\n").length, "logs were recorded").to.be.above(50);
      expect(text).to.include('"level":"debug"');
    });

    it("not in any log line [AUTH-5, WAL-17]", () => {
      expect(findings([logs()], { ...secretsOf(), ...challenges() })).to.deep.equal([]);
    });

    it("not in any answer [PAY-11, WAL-17, BRO-12]", () => {
      const all = answers.map(({ text }, index) => ({ name: `answer ${index}`, text }));
      expect(findings(all, secretsOf())).to.deep.equal([]);
    });

    it("not in any table of any schema, the acquirer's included [WAL-17, BRO-12]", async () => {
      const places = await tables(platform().database);
      expect(places.map(({ name }) => name)).to.include.members([
        "table payments.payments",
        "table sandbox_acquirer.book",
      ]);
      expect(found(places)).to.equal(true);
      for (const name of PACKED_TABLES)
        expect(found(places.filter((place) => place.name === name)), `what ${name} packs`).to.equal(true);
      expect(findings(places, secretsOf())).to.deep.equal([]);
      const acquirers = places.filter(({ name }) => name.startsWith("table sandbox_acquirer."));
      expect(findings(acquirers, challenges())).to.deep.equal([]);
    });

    it("not in any metric", async () => {
      const places = await metrics(platform());
      expect(places.length).to.be.above(0);
      expect(findings(places, { ...secretsOf(), ...challenges() })).to.deep.equal([]);
    });

    it("not in what Postgres logs of every statement", () => {
      const places = postgresLog(platform());
      expect(found(places)).to.equal(true);
      expect(findings(places, secretsOf())).to.deep.equal([]);
    });

    it("not in any file of the installation but those made for secrets", async () => {
      await platform().database.sql("checkpoint");
      const { "the CVC": _cvc, ...longer } = cardSecrets;
      const secrets = { ...longer, ...named("API key", apiKeys), ...named("return token", returnTokens) };
      const places = files(platform());
      expect(found(places)).to.equal(true);
      expect(findings(places, secrets)).to.deep.equal([]);
    });

    it("not on any command line", () => {
      expect(findings(commandLines(platform()), { ...secretsOf(), ...challenges() })).to.deep.equal([]);
    });

    if (wiring.distributed) {
      it("not in any message on the bus", () => {
        const text = bus?.bytes() ?? "";
        expect(text).to.include("payments.create").and.to.include("idempotency.begin").and.to.include(MARKER);
        expect(findings([{ name: "the bus", text }], secretsOf())).to.deep.equal([]);
      });
    }
  });
}

/** What the installation keeps in files of its own; of a key ring, the key. */
function ofInstallation(dataDir: string): Secrets {
  const secrets: Record<string, string> = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
  return Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, value.replace(/^k1:/, "")]),
  );
}

/** The banner shows the demo key to who started the installation: that is its purpose. */
function withoutBanner(output: string): string {
  return output
    .split("\n")
    .filter((line) => !/^ {2}(Sandbox key|export FLOWLIX_URL=\S+|curl -sS) /.test(line))
    .join("\n");
}

function busSettings(nats: TestNats | null): Record<string, string> {
  if (nats === null) return {};
  const { host, username, password } = new URL(nats.url);
  return { NATS_URL: `nats://${host}`, NATS_USER: username, NATS_PASSWORD: password };
}
