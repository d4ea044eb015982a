const ID_MARK = '"id":"pay_';
const ID_CHARS = "pay_".length + 24;
const SUCCEEDED_MARK = Buffer.from('"status":"SUCCEEDED"');
const STATUS = /"status":"([A-Z_]+)"/;
const ERROR_CODE = /"type":"([a-z_]+)"|"code":"([a-z_]+)"/g;

/** Everything a form was asked and answered, over all its phases: what the acquirer's book must agree with. */
export interface Ledger {
  /** Amount in minor units by Payment id: every 201. */
  readonly payments: Map<string, number>;
  /** Ids given out twice, or with another amount than asked for. */
  readonly contradictions: string[];
  /** Requests that may have left a charge although no 201 came. */
  uncertain: number;
}

export function createLedger(): Ledger {
  return { payments: new Map(), contradictions: [], uncertain: 0 };
}

/** What one phase was answered. */
export interface Tally {
  created: number;
  succeeded: number;
  /** Everything else, by `status code` or the connection's failure. */
  readonly others: Map<string, number>;
}

export function createTally(): Tally {
  return { created: 0, succeeded: 0, others: new Map() };
}

/** Checks one answer against what was asked and records it. */
export function recordAnswer(
  tally: Tally,
  ledger: Ledger,
  asked: { readonly amount: number },
  answer: { readonly status: number; readonly body: Buffer },
): void {
  const { status, body } = answer;
  if (status !== 201) {
    // 409 and 5xx other than 503 are the answers after which a Payment may exist
    // (docs/design/decisions.md#what-a-key-keeps).
    if (status === 409 || (status >= 500 && status !== 503)) ledger.uncertain += 1;
    count(tally.others, `${status} ${errorCodeOf(body.toString("utf8"))}`);
    return;
  }
  tally.created += 1;
  const idAt = body.indexOf(ID_MARK);
  const id =
    idAt < 0 ? "" : body.toString("latin1", idAt + ID_MARK.length - 4, idAt + ID_MARK.length - 4 + ID_CHARS);
  if (id === "" || ledger.payments.has(id))
    ledger.contradictions.push(id === "" ? "201 without an id" : `${id} given out twice`);
  if (!body.includes(`"amount":${asked.amount},`))
    ledger.contradictions.push(`${id} answers another amount than ${asked.amount}`);
  ledger.payments.set(id, asked.amount);
  if (body.includes(SUCCEEDED_MARK)) tally.succeeded += 1;
  else count(tally.others, `201 ${STATUS.exec(body.toString("utf8"))?.[1] ?? "without status"}`);
}

/** A request whose answer never came may have been executed. */
export function recordFailure(tally: Tally, ledger: Ledger, cause: string): void {
  if (cause !== "ECONNREFUSED") ledger.uncertain += 1;
  count(tally.others, cause);
}

function errorCodeOf(body: string): string {
  const found = [...body.matchAll(ERROR_CODE)].map((match) => match[1] ?? match[2]);
  return found.join("/");
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
