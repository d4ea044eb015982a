import http from "k6/http";
import { sleep } from "k6";
import type { Fact, Verdict } from "../data/facts.ts";
import {
  cutRequests,
  factsNotTaken,
  FOUND,
  objectsCompared,
  unattributedLines,
  webhookDelay,
} from "./metrics.ts";
import { UNVERIFIED, VERIFIER_URL } from "./settings.ts";

const OF_VERIFIER = {
  tags: { name: "verifier", target: "verifier" },
  headers: { "content-type": "application/json" },
  responseCallback: http.expectedStatuses({ min: 200, max: 299 }),
  timeout: "30s",
  responseType: "text",
} as const;
const POLL_S = 1;
/** The verifier has a limit of its own, which is shorter. */
const POLLS_MAX = 1_500;

/** Opens a run at the verifier. @returns which run of its this is */
export function beginRun(): number {
  if (VERIFIER_URL === "") {
    if (!UNVERIFIED)
      throw new Error(
        "VERIFIER_URL is not set: name a verifier, or say VERIFIER=none for a run that proves nothing about money",
      );
    return Math.floor(Math.random() * 40);
  }
  const answer = http.post(`${VERIFIER_URL}/runs`, "{}", OF_VERIFIER);
  if (answer.status !== 201) throw new Error(`the verifier opens no run: ${answer.status} ${answer.body}`);
  return Number(answer.json("run"));
}

/** Hands facts to the verifier, so that a crash of k6 does not lose them. */
export function keep(facts: readonly Fact[]): void {
  if (VERIFIER_URL === "") return;
  const answer = http.post(`${VERIFIER_URL}/facts`, JSON.stringify(facts), OF_VERIFIER);
  if (answer.status !== 204) factsNotTaken.add(facts.length);
}

/** Has the verifier compare, and counts its findings, so that thresholds fail the run. */
export function countFindings(): void {
  for (const counter of Object.values(FOUND)) counter.add(0);
  factsNotTaken.add(0);
  if (VERIFIER_URL === "") return;
  const verdict = verdictOf();
  for (const { kind, text } of verdict.findings) {
    FOUND[kind].add(1);
    console.error(`${kind}: ${text}`);
  }
  for (const delay of verdict.webhook_delays_ms) webhookDelay.add(delay);
  objectsCompared.add(verdict.compared);
  unattributedLines.add(verdict.unattributed_lines);
  if (verdict.cut_requests !== null) cutRequests.add(verdict.cut_requests);
  const book =
    verdict.book_lines === null ? "no book was to be had" : `${verdict.book_lines} lines of the book`;
  console.log(
    `compared ${verdict.compared} objects, ${book}, ${verdict.webhooks} webhooks: ${verdict.findings.length} findings; ${verdict.cut_requests ?? "nobody knows how many"} requests cut off`,
  );
}

function verdictOf(): Verdict {
  const asked = http.post(`${VERIFIER_URL}/verdict`, "{}", OF_VERIFIER);
  if (asked.status !== 202) throw new Error(`the verifier takes no question: ${asked.status} ${asked.body}`);
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    const answer = http.get(`${VERIFIER_URL}/verdict`, OF_VERIFIER);
    if (answer.status === 200) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own verifier's answer
      return answer.json() as unknown as Verdict;
    }
    if (answer.status !== 204)
      throw new Error(`the verifier cannot compare: ${answer.status} ${answer.body}`);
    sleep(POLL_S);
  }
  throw new Error("the verifier came to no verdict");
}
