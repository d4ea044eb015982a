import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { EVENT_TYPES, type EventList } from "@flowlix/contracts";
import { guardedFolder, startReceiver, waitFor, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { signedBy } from "./support/webhooks.ts";

/** As npm links it, and npx runs it. */
const PROGRAM = fileURLToPath(new URL("../../../node_modules/.bin/flowlix", import.meta.url));
const NOBODY = "0".repeat(24);

interface Row {
  readonly argv: string;
  readonly code: number;
  readonly printed: RegExp;
}

/** Commands that need no object of before, and what each prints: on standard output, or where it fails on the other. */
const ROWS: readonly Row[] = [
  { argv: "payments create --amount 4999", code: 0, printed: /^id {2}pay_[\s\S]*\nstatus {2}SUCCEEDED\n/ },
  { argv: "payments create --amount 100051 --json", code: 0, printed: /"failure_code":"insufficient_funds"/ },
  { argv: "payments create --hosted", code: 0, printed: /\n {2}redirect_url {2}http:\/\/127\.0\.0\.1:\d+\// },
  {
    argv: "payments create --amount 0",
    code: 2,
    printed: /^flowlix: amount is [\s\S]*\n {2}param {3}amount\n[\s\S]*\/docs\/errors#/,
  },
  {
    argv: "payments create --currency XTS",
    code: 4,
    printed: /error {3}currency_not_supported \(HTTP 422\)/,
  },
  { argv: "payments list --limit 1", code: 0, printed: /^id +status +amount +created +failure\npay_\w{24} / },
  {
    argv: "payments list --query status=FAILED",
    code: 0,
    printed: /FAILED +1000\.51 EUR .* insufficient_funds\n$/,
  },
  { argv: "payments list --query statu=FAILED", code: 2, printed: /Did you mean status\?/ },
  { argv: `payments get pay_${NOBODY}`, code: 3, printed: /error {3}object_not_found \(HTTP 404\)/ },
  { argv: "payouts create --amount 106000 --currency GBP", code: 0, printed: /\nstatus {2}SUCCEEDED\n/ },
  { argv: "payouts list --json", code: 0, printed: /"total_count":1\}\n$/ },
  { argv: `refunds create --payment pay_${NOBODY}`, code: 3, printed: /object_not_found/ },
  {
    argv: "events list --limit 2",
    code: 0,
    printed: /^id +type +object +created\nevt_\w{24} {2}payout\.succeeded +po_/,
  },
  { argv: `events resend evt_${NOBODY}`, code: 3, printed: /object_not_found/ },
];

describe("the merchants' command line before a platform", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("command-line");
  });
  after(() => folder.remove());

  const start = (...argv: string[]) => {
    const { publicUrl, apiKey } = platform().installation();
    const env = { PATH: process.env["PATH"], HOME: folder.path, FLOWLIX_URL: publicUrl, FLOWLIX_KEY: apiKey };
    return spawn(process.execPath, [PROGRAM, ...argv], { env, stdio: ["ignore", "pipe", "pipe"] });
  };
  async function flowlix(...argv: string[]) {
    const child = start(...argv);
    const ended = Promise.withResolvers<number | null>();
    child.once("exit", (status) => ended.resolve(status));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    for (const printed of [stdout, stderr])
      expect(printed).not.to.contain(platform().installation().apiKey).and.not.contain("\u001b[");
    return { code: await ended.promise, stdout, stderr };
  }
  async function json<T>(...argv: string[]): Promise<T> {
    const { code, stdout, stderr } = await flowlix(...argv, "--json");
    expect(code, stdout + stderr).to.equal(0);
    const answer: T = JSON.parse(stdout);
    return answer;
  }

  it("does what it is told, says what came of it, and never the key", async () => {
    for (const { argv, code, printed } of ROWS) {
      const result = await flowlix(...argv.split(" "));
      expect(result.code, `${argv}: ${result.stderr}`).to.equal(code);
      expect(code === 0 ? result.stdout : result.stderr, argv).to.match(printed);
    }
  });

  it("gives back all that is left of a Payment where no amount is named", async () => {
    const { id } = await json<{ id: string }>("payments", "create", "--amount", "2500");
    const refund = await json<object>("refunds", "create", "--payment", id, "--reason", "returned");
    expect(refund).to.include({ payment_id: id, amount: 2500, reason: "returned", refund_type: "FULL" });
    const { data } = await json<{ data: object[] }>("refunds", "list", "--payment", id);
    expect(data).to.have.length(1);
  });

  it("repeats a create under its key, and makes nothing twice", async () => {
    const create = () => json<{ id: string }>("payments", "create", "--idempotency-key", "once");
    expect((await create()).id).to.equal((await create()).id);
  });

  it("makes every type of event of the contract happen, and shows the event", async () => {
    const made = await Promise.all(
      EVENT_TYPES.map((type) => json<{ event: { type: string } }>("trigger", type, "--within", "120")),
    );
    expect(made.map(({ event }) => event.type)).to.deep.equal([...EVENT_TYPES]);
  });

  it("listens: each event from then on once, signed with the printed secret, tried again where the server fails", async () => {
    const server = await startReceiver();
    server.answerWith(() => ({ status: server.requests.length === 1 ? 500 : 204 }));
    const secret = (await flowlix("listen", "--print-secret")).stdout.trim();
    const child = start(
      "listen",
      "--forward-to",
      server.url,
      "--events",
      "payment.succeeded,payout.succeeded",
      "--json",
    );
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => void (printed += chunk.toString()));
    const lines = () =>
      printed
        .split("\n")
        .filter(Boolean)
        .map((line): Record<string, unknown> => JSON.parse(line));
    try {
      await waitFor("it to listen", () => printed.includes("listening"));
      // What came before is no news: it has looked once when what comes now is told.
      const first = await json<{ event: { id: string } }>("trigger", "payment.succeeded");
      const other = await json<{ event: { id: string } }>("trigger", "payout.succeeded");
      const wanted = [first.event.id, other.event.id];
      await waitFor("both to be taken", () =>
        wanted.every((id) => lines().some((line) => line["event_id"] === id && line["http_status"] === 204)),
      );
      expect(lines()[0]).to.deep.equal({ listening: { secret, forward_to: `${server.url}/` } });
      const tries = lines()
        .slice(1)
        .map((line) => [line["event_id"], line["attempt"], line["http_status"]]);
      expect(tries.filter(([, , status]) => status === 204).map(([id]) => id)).to.have.members(wanted);
      expect(tries.filter(([, , status]) => status === 500)).to.have.length(1);
      for (const request of server.requests) expect(signedBy(secret, request)).to.deep.equal([true, true]);
      const { data } = await json<EventList>("events", "list", "--limit", "100");
      const sent: unknown = JSON.parse(server.requests.at(-1)?.body.toString("utf8") ?? "");
      expect(data).to.deep.include(sent);
    } finally {
      const ended = Promise.withResolvers<unknown>();
      child.once("exit", (code) => ended.resolve(code));
      child.kill("SIGINT");
      expect(await ended.promise).to.equal(0);
      await server.close();
    }
  });
});
