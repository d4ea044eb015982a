import { skipBecause, guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import {
  START_TIMEOUT_MS,
  startStandalone,
  type Installation,
} from "../../tests/system/support/installation.ts";
import { findK6 } from "../runner/k6.ts";
import type { BookLine } from "../verifier/books.ts";
import { runLiedTo, type Lies } from "./support/lied-to.ts";
import type { Asked, Cut, Exchange } from "./support/lying-proxy.ts";

const THRESHOLD_CROSSED = 99;

const changed = (text: string, change: (line: BookLine) => BookLine): string => {
  const line: BookLine = JSON.parse(text);
  return JSON.stringify(change(line));
};

const firstCharge = (lines: readonly string[]): string => {
  const line = lines.find((text) => text.includes('"kind":"charge"'));
  if (line === undefined) throw new Error("nothing was charged");
  return line;
};

/** The first answer that fits, and no other. */
function once(
  fits: (exchange: Exchange) => boolean,
  lie: (exchange: Exchange) => void,
): (exchange: Exchange) => void {
  let done = false;
  return (exchange) => {
    if (done || !fits(exchange)) return;
    done = true;
    lie(exchange);
  };
}

const isPage = ({ method, path }: Exchange): boolean => method === "GET" && path.startsWith("/v1/payments?");
const isPayment = ({ method, path }: Exchange): boolean => method === "POST" && path === "/v1/payments";

/** Hides or changes Payments in lists; reads of one are left alone. */
const inLists = (change: (data: Record<string, unknown>[]) => unknown[]) => (exchange: Exchange) => {
  if (!isPage(exchange)) return;
  const page: { data: Record<string, unknown>[] } = JSON.parse(exchange.body);
  exchange.body = JSON.stringify({ ...page, data: change(page.data) });
};

/** The first create over a reused connection: k6's own client repeats it and does not report that. */
function cutOnce(how: Cut): (asked: Asked) => Cut | null {
  let done = false;
  return ({ method, path, nth }) => {
    if (done || method !== "POST" || nth === 1 || !/^\/v1\/(payments|refunds|payouts)$/.test(path))
      return null;
    done = true;
    return how;
  };
}

/** A Payment is made and charged, its create is answered with a refusal, and lists hide it. */
function refusedAndHidden(): (exchange: Exchange) => void {
  let hidden: unknown = null;
  const hide = inLists((data) => data.filter(({ id }) => id !== hidden));
  const refuse = once(
    (exchange) => isPayment(exchange) && exchange.status === 201,
    (exchange) => {
      hidden = Object(JSON.parse(exchange.body))["id"];
      Object.assign(exchange, { status: 422, body: '{"error":{"code":"parameter_invalid"}}' });
    },
  );
  return (exchange) => (refuse(exchange), hide(exchange));
}

const LIES: readonly [what: string, lies: Lies, crossed: readonly string[]][] = [
  ["an honest installation", { test: "refund-race" }, []],
  [
    "a charge that was executed twice",
    { test: "refund-race", book: (lines) => [...lines, firstCharge(lines)] },
    ["duplicate_money"],
  ],
  [
    "a charge that no Payment stands for",
    {
      test: "refund-race",
      book: (lines) => [
        ...lines,
        changed(firstCharge(lines), (line) => ({ ...line, reference: `pay_${"x".repeat(24)}` })),
      ],
    },
    ["lost_money"],
  ],
  [
    "a charge of a cent more",
    {
      test: "refund-race",
      book: (lines) =>
        lines.map((text) =>
          text === firstCharge(lines)
            ? changed(text, (line) => ({ ...line, amount: line.amount + 1 }))
            : text,
        ),
    },
    ["misreported_money"],
  ],
  [
    "a refund of more than is left",
    {
      test: "refund-race",
      book: (lines) => [
        ...lines,
        changed(firstCharge(lines), (line) => ({
          ...line,
          kind: "refund",
          reference: `ref_${"x".repeat(24)}`,
          charge: line.reference,
        })),
      ],
    },
    ["lost_money", "over_refunds"],
  ],
  [
    "a Payment that is in no list any more",
    { test: "refund-race", api: inLists((data) => data.slice(1)) },
    ["lost_money"],
  ],
  [
    "a charge of a create that was refused, though others use the acquirer too",
    { test: "refund-race", shared: true, api: refusedAndHidden() },
    ["lost_money"],
  ],
  [
    "a Payment that never ends",
    {
      test: "refund-race",
      api: inLists((data) =>
        data.map((one, index) => (index === 0 ? { ...one, status: "PROCESSING" } : one)),
      ),
    },
    ["unsettled_objects"],
  ],
  ["no webhook at all", { test: "refund-race", webhooks: true }, ["webhooks_missing"]],
  ["a verifier that takes no facts", { test: "refund-race", deafVerifier: true }, ["unwitnessed_facts"]],
  [
    "a 500, and a 503 that does not say when to come again",
    {
      test: "refund-race",
      api: ((first, second) => (exchange: Exchange) => (first(exchange), second(exchange)))(
        once(isPayment, (exchange) => Object.assign(exchange, { status: 500, body: "{}" })),
        once(isPayment, (exchange) => Object.assign(exchange, { status: 503, body: "{}", headers: {} })),
      ),
    },
    ["unexpected_status", "without_retry_after"],
  ],
  [
    "a create that was executed, and cut off before its answer",
    { test: "rolling-restart", seconds: "6", cut: cutOnce("unanswered") },
    ["repeated_unasked", "cut_requests"],
  ],
  [
    "a create that was cut off before anybody had read it",
    { test: "rolling-restart", seconds: "6", cut: cutOnce("unread") },
    ["cut_requests"],
  ],
  [
    "a repetition that tells of another Payment",
    {
      test: "idempotency",
      api: once(
        (exchange) => isPayment(exchange) && exchange.headers["idempotent-replayed"] === "true",
        (exchange) => Object.assign(exchange, { body: exchange.body.replace(/"amount":\d+/, '"amount":1') }),
      ),
    },
    ["replay_mismatch"],
  ],
  [
    "a key that takes another body",
    {
      test: "idempotency",
      api: once(
        (exchange) => isPayment(exchange) && exchange.body.includes("idempotency_key_reused"),
        (exchange) => Object.assign(exchange, { status: 201, body: '{"id":"pay_two"}' }),
      ),
    },
    ["key_reuse_taken"],
  ],
];

describe("a load test that was quick enough fails all the same by", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  let installation: Installation;

  before(async function () {
    if (findK6() === null) skipBecause(this, "k6 was not found");
    folder = guardedFolder("lied-to");
    installation = await startStandalone();
  });
  after(async () => {
    await installation?.stop();
    await folder?.remove();
  });

  for (const [what, lies, crossed] of LIES) {
    it(what, async () => {
      const outcome = await runLiedTo(installation, folder.path, lies);
      expect(outcome.crossed, outcome.log).to.include.members([...crossed]);
      expect(outcome.code, outcome.log).to.equal(crossed.length === 0 ? 0 : THRESHOLD_CROSSED);
      if (crossed.length === 0) expect(outcome.crossed, outcome.log).to.deep.equal([]);
    });
  }
});
