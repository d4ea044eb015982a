import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Installation } from "../../../tests/system/support/installation.ts";
import type { Report } from "../../lib/report.ts";
import { findK6, scriptOf } from "../../runner/k6.ts";
import { startBalancer } from "../../runner/balancer.ts";
import { createMerchants } from "../../runner/keys.ts";
import { serveVerifier } from "../../verifier/server.ts";
import { createVerifier } from "../../verifier/verifier.ts";
import { startLyingProxy, type Asked, type Cut, type Exchange } from "./lying-proxy.ts";

export interface Lies {
  readonly test: "refund-race" | "idempotency" | "rolling-restart";
  /** Seconds of load, where two are too few. */
  readonly seconds?: string;
  /** Changes what the API answers to k6 and to the verifier. */
  readonly api?: (exchange: Exchange) => void;
  /** Ends connections with a request under way. */
  readonly cut?: (asked: Asked) => Cut | null;
  /** Changes the lines of the acquirer's book. */
  readonly book?: (lines: string[]) => string[];
  /** Facts are refused, as a broken verifier would. */
  readonly deafVerifier?: boolean;
  /** Every webhook has to arrive, and none is sent. */
  readonly webhooks?: boolean;
  /** Others may use the acquirer as well. */
  readonly shared?: boolean;
}

export interface Outcome {
  /** k6's own: 99 where a threshold was crossed. */
  readonly code: number;
  readonly crossed: readonly string[];
  readonly log: string;
}

/** Seconds of load, at the `ci` profile's one or three journeys a second. */
const SECONDS = "2";
/** Short, because a Payment that never ends makes the test wait for all of it. */
const SETTLE_MS = 6_000;

/** Runs a test as it is delivered, against a real installation, with lies in between. */
export async function runLiedTo(installation: Installation, folder: string, lies: Lies): Promise<Outcome> {
  const { public_url: publicUrl, control_url: controlUrl, acquirer } = installation.runtime();
  const token = readFileSync(join(installation.dataDir, "control-token"), "utf8").trim();
  const merchants = await createMerchants(controlUrl, token);
  const before = (await bookOf(acquirer.admin_url)).length;
  const api = await startLyingProxy(publicUrl, (exchange) => lies.api?.(exchange), lies.cut);
  // As `make load` has it: k6 sees no gateway, but what stands before them all.
  const balancer = await startBalancer();
  balancer.add(api.url);
  const book = await startLyingProxy(acquirer.admin_url, (exchange) => {
    const lines = exchange.body
      .split("\n")
      .slice(before)
      .filter((line) => line !== "");
    exchange.body = (lies.book?.(lines) ?? lines).join("\n");
  });
  const verifier = createVerifier({
    baseUrl: api.url,
    merchants,
    book: { kind: "book", url: book.url },
    exclusive: lies.shared !== true,
    webhooks: lies.webhooks === true,
    cuts: { count: () => balancer.cut() },
    settleMs: SETTLE_MS,
  });
  const served = await serveVerifier(verifier, "127.0.0.1", 0);
  const ears = await startLyingProxy(served.url, (exchange) => {
    if (lies.deafVerifier === true && exchange.path === "/facts") exchange.status = 500;
  });
  try {
    const keys = join(folder, "keys.json");
    writeFileSync(keys, JSON.stringify({ merchants }), { mode: 0o600 });
    return await runK6(lies.test, {
      BASE_URL: balancer.url,
      CUTS_COUNTED: "true",
      ...(lies.seconds === undefined ? {} : { SECONDS: lies.seconds }),
      VERIFIER_URL: ears.url,
      KEYS_FILE: keys,
      SUMMARY_FILE: join(folder, "summary.json"),
    });
  } finally {
    for (const one of [ears, served, book, balancer, api]) await one.close();
  }
}

async function bookOf(adminUrl: string): Promise<string[]> {
  const text = await (await fetch(`${adminUrl}/book`)).text();
  return text.split("\n").filter((line) => line !== "");
}

function runK6(test: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  const done = Promise.withResolvers<Outcome>();
  const settings = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    PROFILE: "ci",
    SECONDS,
    ...env,
  };
  const args = ["run", "--no-usage-report", "--quiet", "--address", "127.0.0.1:0", scriptOf(test)];
  const child = execFile(findK6() ?? "k6", args, { env: settings }, (_error, stdout, stderr) => {
    const report: Report = JSON.parse(readFileSync(env["SUMMARY_FILE"] ?? "", "utf8"));
    const crossed = report.thresholds.filter(({ ok }) => !ok).map(({ metric }) => metric);
    done.resolve({ code: child.exitCode ?? -1, crossed: crossed.toSorted(), log: `${stdout}${stderr}` });
  });
  return done.promise;
}
