/** Every load test, in the order in which a run of all of them takes them. */
export const TESTS = {
  smoke: "five journeys of each kind, every answer checked",
  mixed: "the journeys of merchants and payers, by weight, at a steady rate; webhooks checked",
  idempotency: "the same key and body at once and again; the same key with another body",
  "refund-race": "ten refunds of one Payment at once, more than it holds",
  payouts: "payouts at a rising rate, followed to their end",
  reads: "lists, filters, search and pages, over objects that were made first",
  "hosted-page": "a payer's browser on the hosted page, with 3D Secure, over HTTP",
  stress: "rising steps; finds the rate at which the latency breaks",
  spike: "ten times the load for a moment, and how soon it is as before",
  soak: "the mixed journeys for long",
  "rolling-restart": "every process is restarted in turn under steady load: no failed request",
  "dependency-loss": "NATS, then Postgres, is away for a while: 503 with Retry-After, and true afterwards",
  upgrade: "from a commit to this tree, back and again, process by process: no failed request (needs --from)",
} as const;

export type TestName = keyof typeof TESTS;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the constant above
export const TEST_NAMES = Object.keys(TESTS) as TestName[];

/** Tests during which the runner does something to the installation. */
export const ORCHESTRATED: readonly TestName[] = ["rolling-restart", "dependency-loss", "upgrade"];

export const isTest = (name: string): name is TestName => Object.hasOwn(TESTS, name);
