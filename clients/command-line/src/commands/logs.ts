import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import type { Page } from "../api/objects.ts";
import type { Client } from "../api/client.ts";
import type { Context } from "../context.ts";
import { EXIT, Failure, usage } from "../failure.ts";
import { clockOf } from "../output/money.ts";
import { colourOf } from "../output/style.ts";
import { untilStopped } from "../until-stopped.ts";
import { wholeNumber } from "./options.ts";
import { showOne } from "./show.ts";

const PATH = "/workbench/api/requests";
const POLL_MS = 1_000;
const PAGE = 100;

export const REQUEST_ID = /^req_[A-Za-z0-9]{24}$/;

/** A request as the workbench keeps it. */
interface LoggedRequest {
  readonly request_id: string;
  readonly at_ms: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly idempotent_replay: boolean;
  readonly duration_ms: number;
}

export function addLogs(program: Command, context: Context): void {
  const group = program
    .command("logs")
    .description("look at your requests of the last seven days; Sandbox only");
  group
    .command("tail")
    .description("print requests as they are answered")
    .option("--limit <number>", "how many of before to begin with, up to 100", wholeNumber, 10)
    .option("--no-follow", "end behind those of before")
    .action((options: { limit: number; follow: boolean }) =>
      untilStopped(context.host.signal, () => tail(context, options)),
    );
  group
    .command("get")
    .description("show a request with its bodies, secrets taken out")
    .argument("<request id>", "req_…, as the header Request-Id and errors name it")
    .action(async (id: string) => {
      if (!REQUEST_ID.test(id)) throw usage(`${JSON.stringify(id)} is no id of a request: req_…`);
      showOne(context, await asked(() => context.client().get(`${PATH}/${id}`)));
    });
}

async function tail(context: Context, { limit, follow }: { limit: number; follow: boolean }): Promise<void> {
  const client = context.client();
  // The newest one is where to go on from, also where none of before is wanted.
  const { data: before } = await requests(client, { limit: Math.min(Math.max(limit, 1), PAGE) });
  if (limit > 0) for (const one of before) print(context, one);
  let last = before.at(-1)?.request_id;
  while (follow) {
    const query = last === undefined ? { limit: PAGE } : { limit: PAGE, after: last };
    const { data, has_more } = await requests(client, query);
    for (const one of data) print(context, one);
    last = data.at(-1)?.request_id ?? last;
    if (!has_more) await pause(POLL_MS, undefined, { signal: context.host.signal });
  }
}

const requests = async (client: Client, query: Record<string, string | number>) =>
  (await asked(() => client.get<Page<LoggedRequest>>(PATH, query))).body;

/** An installation without the workbench does not know the path. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Failure) || error.facts.code !== "resource_not_found") throw error;
    throw new Failure(EXIT.refused, "this installation keeps no requests: it has no workbench", error.facts);
  }
}

function print({ output }: Context, one: LoggedRequest): void {
  output.result(one, (style) =>
    [
      style("dim", clockOf(one.at_ms)),
      style(colourOf(one.status), String(one.status)),
      one.method.padEnd(6),
      one.path,
      ...(one.error_code === null ? [] : [style("red", one.error_code)]),
      ...(one.idempotent_replay ? [style("yellow", "replayed")] : []),
      style("dim", `${one.duration_ms} ms ${one.request_id}`),
    ].join("  "),
  );
}
