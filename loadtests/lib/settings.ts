import { withoutTrailingSlashes } from "./urls.ts";

/** Where the load goes and what it is allowed to assume; all from the environment, as k6 hands it on. */
export const BASE_URL = withoutTrailingSlashes(__ENV["BASE_URL"] ?? "http://127.0.0.1:3000");
export const PROFILE = __ENV["PROFILE"] ?? "laptop";
/** The process that keeps what was told and compares it at the end. */
export const WITNESS_URL = withoutTrailingSlashes(__ENV["WITNESS_URL"] ?? "");
/** Whether the witness knows of requests that were cut off; where it does not, nothing is claimed of them. */
export const CUTS_COUNTED = __ENV["CUTS_COUNTED"] === "true";
/** Only by this word is a run without a witness a run at all. */
export const UNWITNESSED = __ENV["TRUTH"] === "none";
export const SEED = Number(__ENV["SEED"] ?? "1");
/** Longer or shorter than the profile says, for every phase alike; what is done to the installation meanwhile needs its time. */
export const SECONDS = __ENV["SECONDS"] === undefined ? null : Number(__ENV["SECONDS"]);
/** What the runner knows of a run and its scripts do not: kept with the figures, so that runs can be compared. */
export const STARTED_AT = __ENV["STARTED_AT"] ?? "";
export const REVISION = __ENV["REVISION"] ?? "unknown";
export const K6_RELEASE = __ENV["RELEASE_OF_K6"] ?? "unknown";
/** Where the summary goes; k6 writes no folder. */
export const SUMMARY_FILE = __ENV["SUMMARY_FILE"] ?? "";

export interface MerchantKeys {
  readonly merchant: string;
  readonly api_keys: readonly string[];
}

const KEYS_FILE = __ENV["KEYS_FILE"] ?? "";

/** Read when a script is loaded, as k6 allows: one file with the keys of each merchant. */
export const MERCHANTS: readonly MerchantKeys[] = readMerchants();

function readMerchants(): MerchantKeys[] {
  if (KEYS_FILE === "") return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by our own runner; setup refuses an empty one
  const { merchants } = JSON.parse(open(KEYS_FILE)) as { merchants: MerchantKeys[] };
  return merchants;
}
