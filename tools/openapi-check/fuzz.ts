import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { check, type Check } from "../charts/report.ts";
import { scratch } from "../charts/tools.ts";
import { DOCUMENT, HERE, pythonModules, succeed } from "./tools.ts";
import { startInstallation, type Installation } from "./installation.ts";

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/**
 * So many seconds at most; examples come first, then borders of values, then what is drawn, then sequences of calls.
 */
const SECONDS = process.env["FUZZ_SECONDS"] ?? "180";
const SEED = process.env["SEED"] ?? "1";
const OBJECTS_TIMEOUT_MS = 30_000;

/** Every request, answer and header of a running installation is as the document says. */
export const fuzz: readonly Check[] = [
  check("every refusal that is listed is one that the document names", refusalsAreNamed),
  check(`schemathesis finds nothing in ${SECONDS} s but refusals that are listed`, async () => {
    const modules = pythonModules();
    const installation = await startInstallation();
    try {
      await run(modules, installation, await knownIds(installation));
    } finally {
      await installation.stop();
    }
  }),
];

async function run(modules: string, { url, apiKey }: Installation, ids: Json): Promise<void> {
  const folder = scratch("fuzz");
  mkdirSync(folder);
  // Ours, in fuzz_hooks.py, asks positive_data_acceptance and knows the list.
  const checks =
    "--checks all --exclude-checks positive_data_acceptance --continue-on-failure --no-color".split(" ");
  const args = ["run", `${url}/openapi.json`, "--header", `Authorization: Bearer ${apiKey}`, ...checks];
  await succeed("python3", ["-m", "schemathesis.cli", ...args, "--max-time", SECONDS, "--seed", SEED], {
    // Without a configuration or examples of an earlier run.
    cwd: folder,
    env: {
      PYTHONPATH: `${modules}:${HERE}`,
      SCHEMATHESIS_HOOKS: "fuzz_hooks",
      KNOWN_IDS: JSON.stringify(ids),
    },
  });
}

/** An object of each kind, so that reads find something. */
async function knownIds({ url, apiKey }: Installation): Promise<Json> {
  const ask = async (path: string, body?: Json): Promise<Json> => {
    const answer = await fetch(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined
          ? {}
          : { "content-type": "application/json", "idempotency-key": randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text: unknown = await answer.json();
    if (!answer.ok || !isJson(text)) throw new Error(`${path}: ${answer.status} ${JSON.stringify(text)}`);
    return text;
  };
  const example = (path: string, name: string): Json => exampleOf(path, name);
  const we = await ask("/v1/webhook_endpoints", {
    url: "http://127.0.0.1:9/webhooks",
    enabled_events: ["*"],
  });
  const pay = await ask("/v1/payments", example("/v1/payments", "card"));
  const ref = await ask("/v1/refunds", { payment_id: pay["id"], amount: 100, reason: "Returned goods" });
  const po = await ask("/v1/payouts", example("/v1/payouts", "payout"));
  const until = performance.now() + OBJECTS_TIMEOUT_MS;
  for (;;) {
    const { data } = await ask("/v1/events?limit=1");
    const event: unknown = Array.isArray(data) ? data[0] : undefined;
    if (isJson(event))
      return { pay: pay["id"], ref: ref["id"], po: po["id"], we: we["id"], evt: event["id"] };
    if (performance.now() > until) throw new Error("no event came of the objects that were made");
    await pause(100);
  }
}

function document(): Json {
  const parsed: unknown = JSON.parse(readFileSync(DOCUMENT, "utf8"));
  if (!isJson(parsed)) throw new Error("the document is no object");
  return parsed;
}

const at = (node: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((part, name) => (isJson(part) ? part[name] : undefined), node);

function exampleOf(path: string, name: string): Json {
  const content = at(document(), "paths", path, "post", "requestBody", "content", "application/json");
  const value = at(content, "examples", name, "value");
  if (!isJson(value)) throw new Error(`${path} has no example ${name}`);
  return value;
}

interface Refusal {
  readonly operations: readonly string[];
  readonly code: string;
  readonly why: string;
}

function refusalsAreNamed(): void {
  const refusals: readonly Refusal[] = JSON.parse(readFileSync(join(HERE, "refusals.json"), "utf8"));
  const codes = new Map(
    Object.values(at(document(), "paths") ?? {})
      .flatMap((methods: unknown) => Object.values(isJson(methods) ? methods : {}))
      .map((operation) => [
        String(at(operation, "operationId")),
        Object.values(at(operation, "responses") ?? {}).flatMap(
          (answer): unknown => at(answer, "x-error-codes") ?? [],
        ),
      ]),
  );
  const unknown = refusals.flatMap(({ operations, code }) =>
    operations
      .filter((id) => codes.get(id)?.includes(code) !== true)
      .map((id) => `${id} never answers ${code}`),
  );
  if (unknown.length > 0) throw new Error(unknown.join("\n"));
}
