import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Children } from "../bench/children.ts";
import { loadOf, secondsOf } from "../data/profiles.ts";
import { ORCHESTRATED, type TestName } from "../data/tests.ts";
import { markdownOf, type Report } from "../lib/report.ts";
import { serveVerifier } from "../verifier/server.ts";
import { createVerifier, JOURNEYS_END_MS, type Merchant, type Verifier } from "../verifier/verifier.ts";
import { checkBooks } from "./books.ts";
import { loseDependencies } from "./dependency-loss.ts";
import { startInstallation, type Installation, type Platform } from "./installation.ts";
import { releaseOf, runK6, STOPPED, type RunningK6 } from "./k6.ts";
import { createMerchants } from "./keys.ts";
import type { LoadOptions } from "./options.ts";
import { revisionOf } from "./revision.ts";
import { restartAll } from "./rolling-restart.ts";
import { sampleSoak } from "./soak-samples.ts";
import { startFleet, type Fleet } from "./upgrade/fleet.ts";
import { upgrade } from "./upgrade/upgrade.ts";

/** What one test came to. */
export interface TestResult {
  readonly test: TestName;
  readonly passed: boolean;
  /** What k6 does not report: books that differ, restarts or outages that failed. */
  readonly problems: readonly string[];
  readonly report: Report | null;
}

interface Run {
  readonly children: Children;
  readonly options: LoadOptions;
  readonly k6: string;
  readonly scratch: string;
  readonly progress: (text: string) => void;
}

/** Where the load goes. */
interface Target {
  readonly baseUrl: string;
  readonly keysFile: string;
  readonly verifier: ServedVerifier | null;
  /** Null where it ran before, and is not ours. */
  readonly platform: Platform | null;
  /** The platform where its launcher keeps it. */
  readonly installation: Installation | null;
  /** The platform where it is upgraded. */
  readonly fleet: Fleet | null;
  readonly merchants: readonly Merchant[];
}

interface ServedVerifier {
  readonly url: string;
  readonly verifier: Verifier;
}

const SETTLE_MS = 90_000;
const LOADED_TIMEOUT_MS = 60_000;

export async function runTests(run: Run): Promise<TestResult[]> {
  const { options, progress } = run;
  const target = await prepare(run);
  const results: TestResult[] = [];
  for (const test of options.tests) {
    progress(`\n${test}, profile ${options.profile}, against ${target.baseUrl}`);
    results.push(await runTest(run, target, test));
  }
  return results;
}

async function prepare(run: Run): Promise<Target> {
  const { options, scratch, children, progress } = run;
  const keysFile = options.keysFile === null ? join(scratch, "keys.json") : resolve(options.keysFile);
  if (options.baseUrl !== null) {
    const merchants = readKeys(keysFile);
    const verifier = await startVerifier(run, merchants, options, null);
    const { baseUrl } = options;
    return { baseUrl, keysFile, verifier, merchants, platform: null, installation: null, fleet: null };
  }
  progress(
    `starting a distributed installation${options.from === null ? "" : ` of ${options.from}`}: two of each service, Postgres, NATS`,
  );
  const fleet = options.from === null ? null : await startFleet(children, scratch, options.from);
  const installation = fleet === null ? await startInstallation(children, scratch) : null;
  const platform = fleet ?? installation;
  if (platform === null) throw new Error("nothing was started");
  const merchants = await createMerchants(platform.controlUrl, platform.controlToken);
  writeFileSync(keysFile, JSON.stringify({ merchants }), { mode: 0o600 });
  const { baseUrl } = platform;
  const verifier = await startVerifier(run, merchants, platform, platform);
  return { baseUrl, keysFile, verifier, merchants, platform, installation, fleet };
}

function readKeys(path: string): Merchant[] {
  const { merchants }: { merchants: Merchant[] } = JSON.parse(readFileSync(path, "utf8"));
  return merchants;
}

/** In this process, since it has little to do. Webhooks can arrive only where the platform may call loopback. */
async function startVerifier(
  { options, children }: Run,
  merchants: readonly Merchant[],
  { baseUrl, bookUrl }: Pick<LoadOptions, "baseUrl" | "bookUrl">,
  platform: Platform | null,
): Promise<ServedVerifier | null> {
  if (!options.verified || baseUrl === null) return null;
  const own = platform !== null;
  const verifier = createVerifier({
    baseUrl,
    merchants,
    book: bookUrl === null ? null : { kind: "book", url: bookUrl },
    exclusive: own,
    webhooks: own,
    ...(own ? { cuts: { count: () => platform.balancer.cut() } } : {}),
    settleMs: SETTLE_MS,
  });
  const served = await serveVerifier(verifier, "127.0.0.1", 0);
  children.adopt(() => served.close());
  if (own) await verifier.register(served.url);
  return { url: served.url, verifier };
}

async function runTest(run: Run, target: Target, test: TestName): Promise<TestResult> {
  const { options, children, k6, progress } = run;
  const summaryFile = join(resultsFolder(options), `${stamp()}-${test}-${options.profile}.json`);
  const limitMs = limitOf(test, options);
  const env = { ...environmentOf(options, target, summaryFile), RELEASE_OF_K6: releaseOf(k6) };
  const running = await runK6(children, { k6, test, env, limitMs, progress });
  const steered = ORCHESTRATED.includes(test);
  const done = steered ? await orchestrate(run, target, test, running) : null;
  const problems = [...(done?.problems ?? [])];
  const sampling =
    test === "soak" && target.installation !== null ? sampleSoak(target.installation, progress) : null;
  const code = await running.ended;
  if (running.overdue()) problems.push(`k6 had not ended after ${limitMs / 1_000} s, and was ended`);
  const grown = await sampling?.end();
  problems.push(...(grown?.problems ?? []));
  if (target.platform !== null && options.verified)
    problems.push(...(await checkBooks(target.platform, progress)));
  const notes = [...(done?.notes ?? []), ...notesOf(test, target, grown?.notes ?? [])];
  const report = withNotes(readReport(summaryFile), notes);
  // A load that we ended makes k6 exit with another code. The report says whether its thresholds held.
  const inOrder = code === 0 || (steered && code === STOPPED);
  if (!inOrder && report?.passed !== false) problems.push(`k6 ended with ${code}`);
  if (report === null) problems.push("k6 left no report");
  for (const problem of problems) progress(`${test}: ${problem}`);
  if (report !== null) {
    progress(`written to ${summaryFile} and ${summaryFile}.md`);
    writeFileSync(summaryFile, `${JSON.stringify({ ...report, problems }, null, 2)}\n`);
    writeFileSync(`${summaryFile}.md`, markdownOf(report));
  }
  return { test, passed: report?.passed === true && inOrder && problems.length === 0, problems, report };
}

function environmentOf(options: LoadOptions, target: Target, summaryFile: string): Record<string, string> {
  return {
    BASE_URL: target.baseUrl,
    PROFILE: options.profile,
    KEYS_FILE: target.keysFile,
    SEED: String(options.seed),
    SUMMARY_FILE: summaryFile,
    STARTED_AT: new Date().toISOString(),
    REVISION: revisionOf(),
    ...(target.verifier === null ? { VERIFIER: "none" } : { VERIFIER_URL: target.verifier.url }),
    ...(target.platform === null ? {} : { CUTS_COUNTED: "true" }),
    ...(options.seconds === null ? {} : { SECONDS: String(options.seconds) }),
  };
}

/** What was done to a platform under load, and what went wrong. */
interface Orchestrated {
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

/** Restarts or replaces processes or stops dependencies under load, then ends the load. */
async function orchestrate(
  run: Run,
  target: Target,
  test: TestName,
  running: RunningK6,
): Promise<Orchestrated> {
  const { platform, verifier: served } = target;
  if (platform === null || served === null)
    return { notes: [], problems: [`${test} needs an installation of its own, and a verifier`] };
  const { verifier } = served;
  let over = false;
  const watch = async (): Promise<void> => {
    await running.ended;
    over = true;
  };
  void watch();
  const problems: string[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
  const done = await attempt(async () => {
    await verifier.untilLoaded(LOADED_TIMEOUT_MS);
    return disturb(run, target, test, verifier);
  });
  problems.push(...(done?.problems ?? []));
  if (over) problems.push("the load was over before the last of it: give it more time with --seconds");
  else
    await attempt(async () => {
      await verifier.endLoad(JOURNEYS_END_MS);
      await running.stop();
    });
  return { notes: done?.notes ?? [], problems };
}

/** What the test does to the platform while it serves. */
async function disturb(
  { options, progress }: Run,
  { installation, fleet, merchants }: Target,
  test: TestName,
  verifier: Verifier,
): Promise<Orchestrated> {
  if (fleet !== null) return upgrade({ fleet, merchants, verifier, progress });
  if (installation === null) throw new Error(`${test} needs an installation of its own`);
  if (test === "rolling-restart") progress(`restarted ${await restartAll(installation, progress)} processes`);
  else await loseDependencies(installation, options.outageSeconds, progress);
  return { notes: [], problems: [] };
}

/** For what surrounds a load: a slow start, journeys under way, 90 s of settling, twice, and reading back. */
const AROUND_LOAD_S = 900;

/** Reading back takes longer the more was made. */
const limitOf = (test: TestName, { profile, seconds, limitSeconds }: LoadOptions): number =>
  1_000 * (limitSeconds ?? 2 * secondsOf(loadOf(test, profile), seconds) + AROUND_LOAD_S);

const withNotes = (report: Report | null, notes: readonly string[]): Report | null =>
  report === null ? null : { ...report, notes: [...(report.notes ?? []), ...notes] };

function notesOf(test: TestName, { installation }: Target, grown: readonly string[]): readonly string[] {
  if (test !== "soak" || installation !== null) return grown;
  return ["Nobody sampled the processes: of memory, outboxes and open objects this run says nothing."];
}

function resultsFolder({ resultsDir }: LoadOptions): string {
  const folder = resolve(resultsDir);
  mkdirSync(folder, { recursive: true });
  return folder;
}

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(":", "-");

function readReport(path: string): Report | null {
  try {
    const report: Report = JSON.parse(readFileSync(path, "utf8"));
    return report;
  } catch {
    return null;
  }
}
