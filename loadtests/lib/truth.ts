import http from "k6/http";
import { sleep } from "k6";
import type { Fact, Verdict } from "../data/facts.ts";
import {
  cutRequests,
  FOUND,
  truthCompared,
  unattributedLines,
  unwitnessed,
  webhookDelay,
} from "./metrics.ts";
import { UNWITNESSED, WITNESS_URL } from "./settings.ts";

/** Everything the witness says is short text. */
const OF_WITNESS = {
  tags: { name: "witness", target: "witness" },
  headers: { "content-type": "application/json" },
  responseCallback: http.expectedStatuses({ min: 200, max: 299 }),
  timeout: "30s",
  responseType: "text",
} as const;
const POLL_S = 1;
/** The witness has a limit of its own, which is shorter. */
const POLLS_MAX = 1_500;

/** Opens a run at the witness. @returns which run of its this is */
export function beginRun(): number {
  if (WITNESS_URL === "") {
    if (!UNWITNESSED)
      throw new Error(
        "WITNESS_URL is not set: name a witness, or say TRUTH=none for a run that proves nothing about money",
      );
    return Math.floor(Math.random() * 40);
  }
  const answer = http.post(`${WITNESS_URL}/runs`, "{}", OF_WITNESS);
  if (answer.status !== 201) throw new Error(`the witness opens no run: ${answer.status} ${answer.body}`);
  return Number(answer.json("run"));
}

/** Keeps facts where no crash of ours and no other virtual user can lose them. */
export function keep(facts: readonly Fact[]): void {
  if (WITNESS_URL === "") return;
  const answer = http.post(`${WITNESS_URL}/facts`, JSON.stringify(facts), OF_WITNESS);
  if (answer.status !== 204) unwitnessed.add(facts.length);
}

/** Has everything compared and counts what was found, so that thresholds can fail the run. */
export function judge(): void {
  for (const counter of Object.values(FOUND)) counter.add(0);
  unwitnessed.add(0);
  if (WITNESS_URL === "") return;
  const verdict = verdictOf();
  for (const { kind, text } of verdict.findings) {
    FOUND[kind].add(1);
    console.error(`${kind}: ${text}`);
  }
  for (const delay of verdict.webhook_delays_ms) webhookDelay.add(delay);
  truthCompared.add(verdict.compared);
  unattributedLines.add(verdict.unattributed_lines);
  if (verdict.cut_requests !== null) cutRequests.add(verdict.cut_requests);
  const book =
    verdict.book_lines === null ? "no book was to be had" : `${verdict.book_lines} lines of the book`;
  console.log(
    `compared ${verdict.compared} objects, ${book}, ${verdict.webhooks} webhooks: ${verdict.findings.length} findings; ${verdict.cut_requests ?? "nobody knows how many"} requests cut off`,
  );
}

function verdictOf(): Verdict {
  const asked = http.post(`${WITNESS_URL}/verdict`, "{}", OF_WITNESS);
  if (asked.status !== 202) throw new Error(`the witness does not judge: ${asked.status} ${asked.body}`);
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const answer = http.get(`${WITNESS_URL}/verdict`, OF_WITNESS);
    if (answer.status === 200) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own witness's answer
      return answer.json() as unknown as Verdict;
    }
    if (answer.status !== 204) throw new Error(`the witness cannot judge: ${answer.status} ${answer.body}`);
    sleep(POLL_S);
  }
  throw new Error("the witness came to no verdict");
}
