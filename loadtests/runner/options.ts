import { parseArgs } from "node:util";
import { loadOf, PROFILE_NAMES, PROFILES } from "../data/profiles.ts";
import { withoutTrailingSlashes } from "../lib/urls.ts";
import { ORCHESTRATED, TEST_NAMES, TESTS, isTest, type TestName } from "../data/tests.ts";

export interface LoadOptions {
  readonly tests: readonly TestName[];
  readonly profile: string;
  /** Null where an installation is started for the run and stopped after it. */
  readonly baseUrl: string | null;
  readonly keysFile: string | null;
  readonly bookUrl: string | null;
  readonly verified: boolean;
  readonly seed: number;
  /** Instead of what the profile says. */
  readonly seconds: number | null;
  readonly outageSeconds: number;
  /** After so many seconds k6 is ended; null where the length of the load decides. */
  readonly limitSeconds: number | null;
  readonly resultsDir: string;
  /** The commit that an upgrade begins from; null where none is tried. */
  readonly from: string | null;
}

export class UsageError extends Error {}

const SECONDS_MAX = 8 * 3_600;
const LIMIT_MAX = 48 * 3_600;
const list = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, about]) => `  ${name.padEnd(17)} ${about}`).join("\n");

export const HELP = `Usage: make load TEST=<test> [PROFILE=<profile>] [BASE_URL=<url> KEYS_FILE=<file> [BOOK_URL=<url>]]
       npm run -s load -- --test <test> [options]

Puts an installation under load with k6 and compares, at the end, everything that was answered with what
the API shows and with what the acquirer executed.

Tests
${list(Object.entries(TESTS))}

Profiles
${list(Object.entries(PROFILES).map(([name, { about }]) => [name, about]))}

Options
  --test NAME         one of the tests, or all; may be repeated
  --profile NAME      default laptop
  --base-url URL      an installation that runs already; without it one is started on loopback
  --keys FILE         its merchants and keys: {"merchants":[{"merchant":"mer_…","api_keys":["api_test_sk_…"]}]}
  --book URL          its Sandbox acquirer's operator listener, for the comparison with its book
  --no-verifier       neither verifier nor comparison: proves nothing about money
  --seconds N         length of each phase, instead of the profile's
  --outage-seconds N  how long NATS and Postgres are away in dependency-loss (default 20)
  --from COMMIT       the commit that upgrade begins from
  --seed N            other dice (default 1)
  --time-limit N      seconds after which k6 is taken for hanging, and ended (default: by the length of the load)
  --results DIR       where reports go (default loadtests/results)
  --help              this text

${ORCHESTRATED.join(" and ")} need an installation of their own: not with --base-url.
Progress goes to standard error. Exit 0: every threshold held; 1: one did not, or something did not run;
2: wrong usage; 69: k6 is not there and could not be built; 130: interrupted. Whatever was started is stopped.
Through make each of them but 0 is 2; npm run -s load -- … ends with the code itself.
`;

/** @returns null when only the help text is asked for. Errors: UsageError. */
export function parseOptions(args: readonly string[]): LoadOptions | null {
  const values = parse(args);
  if (values.help) return null;
  const profile = values.profile === "" ? "laptop" : values.profile;
  if (!PROFILE_NAMES.some((name) => name === profile))
    throw new UsageError(`there is no profile "${profile}"; there are ${PROFILE_NAMES.join(", ")}`);
  const tests = testsOf(values.test, profile);
  const from = fromOf(values.from, tests);
  const baseUrl = urlOf("BASE_URL (--base-url)", values["base-url"]);
  const orchestrated = tests.filter((test) => ORCHESTRATED.includes(test));
  if (baseUrl !== null && orchestrated.length > 0)
    throw new UsageError(
      `${orchestrated.join(" and ")} cannot be run with BASE_URL (--base-url): its processes are not ours to stop`,
    );
  const [needsVerifier] = orchestrated;
  // The old name is taken for one release more.
  const verified = !values["no-verifier"] && !values["no-truth"];
  if (!verified && needsVerifier !== undefined)
    throw new UsageError(`${needsVerifier} cannot be run with --no-verifier: the verifier steers it`);
  const keysFile = values.keys === undefined || values.keys === "" ? null : values.keys;
  if (baseUrl !== null && keysFile === null)
    throw new UsageError("BASE_URL (--base-url) needs KEYS_FILE (--keys)");
  return {
    tests,
    profile,
    baseUrl,
    keysFile,
    bookUrl: urlOf("BOOK_URL (--book)", values.book),
    verified,
    seed: integer("SEED (--seed)", values.seed, 1_000_000),
    seconds: integerOrNone("SECONDS (--seconds)", values.seconds, SECONDS_MAX),
    outageSeconds: integer("--outage-seconds", values["outage-seconds"], 120),
    limitSeconds: integerOrNone("--time-limit", values["time-limit"], LIMIT_MAX),
    resultsDir: values.results,
    from,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", default: false },
        test: { type: "string", multiple: true, default: [] },
        profile: { type: "string", default: "laptop" },
        "base-url": { type: "string" },
        keys: { type: "string" },
        book: { type: "string" },
        "no-verifier": { type: "boolean", default: false },
        "no-truth": { type: "boolean", default: false },
        from: { type: "string" },
        seconds: { type: "string" },
        "outage-seconds": { type: "string", default: "20" },
        seed: { type: "string", default: "1" },
        "time-limit": { type: "string" },
        results: { type: "string", default: "loadtests/results" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * All in their order but the upgrade, which needs a commit, or the named ones once each. Errors: UsageError that lists
 * what there is.
 */
function testsOf(named: readonly string[], profile: string): TestName[] {
  const wanted = named.flatMap((names) => names.split(",")).filter((name) => name !== "");
  if (wanted.length === 0) throw new UsageError(`name a test: TEST=${TEST_NAMES.join(", ")} or all`);
  if (wanted.includes("all"))
    return TEST_NAMES.filter((test) => test !== "upgrade" && hasTest(test, profile));
  return [...new Set(wanted)].map((name) => {
    if (!isTest(name))
      throw new UsageError(`there is no test "${name}"; there are ${TEST_NAMES.join(", ")}, and all`);
    try {
      loadOf(name, profile);
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error));
    }
    return name;
  });
}

function fromOf(value: string | undefined, tests: readonly TestName[]): string | null {
  const from = value === undefined || value === "" ? null : value;
  if (!tests.includes("upgrade")) {
    if (from !== null) throw new UsageError("FROM (--from) is for upgrade alone");
  } else if (from === null || tests.length > 1) {
    throw new UsageError("upgrade needs FROM (--from), and no other test beside it");
  }
  return from;
}

function hasTest(test: TestName, profile: string): boolean {
  try {
    loadOf(test, profile);
    return true;
  } catch {
    return false;
  }
}

function urlOf(name: string, value: string | undefined): string | null {
  if (value === undefined || value === "") return null;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new UsageError(`${name}: must be an http URL`);
  return withoutTrailingSlashes(value);
}

const integerOrNone = (name: string, value: string | undefined, max: number): number | null =>
  value === undefined || value === "" ? null : integer(name, value, max);

function integer(name: string, value: string, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > max)
    throw new UsageError(`${name}: must be a whole number from 1 to ${max}, not "${value}"`);
  return number;
}
