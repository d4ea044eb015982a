import { withoutTrailingSlashes } from "./urls.ts";

/** Settings of a run, all from the environment, as k6 hands it on. */
export const BASE_URL = withoutTrailingSlashes(__ENV["BASE_URL"] ?? "http://127.0.0.1:3000");
export const PROFILE = __ENV["PROFILE"] ?? "laptop";
/** The process that keeps every answer and compares it at the end. The old name is read for one release more. */
export const VERIFIER_URL = withoutTrailingSlashes(__ENV["VERIFIER_URL"] ?? __ENV["WITNESS_URL"] ?? "");
/** Whether the verifier counts requests that were cut off. Otherwise there is no threshold for them. */
export const CUTS_COUNTED = __ENV["CUTS_COUNTED"] === "true";
/** A run without a verifier has to be asked for. The old name is read for one release more. */
export const UNVERIFIED = (__ENV["VERIFIER"] ?? __ENV["TRUTH"]) === "none";
export const SEED = Number(__ENV["SEED"] ?? "1");
/** The length of every phase, instead of the profile's. Restarts and outages need their time. */
export const SECONDS = __ENV["SECONDS"] === undefined ? null : Number(__ENV["SECONDS"]);
/** What only the runner knows. It is saved with the figures, so that runs can be compared. */
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
