import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { readWorkbench } from "../api/read-workbench.ts";
import type { Account } from "../account/account.ts";
import type { Context } from "../context.ts";
import type { Host } from "../host.ts";
import { usage } from "../failure.ts";
import { clockOf } from "../output/money.ts";
import { colourOf } from "../output/style.ts";
import { untilStopped } from "../until-stopped.ts";
import { wholeNumber } from "./options.ts";
import { showOne } from "./show.ts";

const POLL_MS = 1_000;
const PAGE = 100;
const PAGE_TEXT = String(PAGE);

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

interface LoggedPage {
  readonly data: readonly LoggedRequest[];
  readonly has_more: boolean;
}

interface Asker {
  readonly host: Pick<Host, "signal">;
  readonly account: Account;
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
      showOne(context, await readWorkbench<object>(context.account(), `requests/${id}`, context.host.signal));
    });
}

async function tail(context: Context, { limit, follow }: { limit: number; follow: boolean }): Promise<void> {
  const asker = { host: context.host, account: context.account() };
  // The newest one is where to go on from, also where none of before is wanted.
  const { data: before } = await requests(asker, { limit: String(Math.min(Math.max(limit, 1), PAGE)) });
  if (limit > 0) for (const one of before) print(context, one);
  let last = before.at(-1)?.request_id;
  while (follow) {
    const query = last === undefined ? { limit: PAGE_TEXT } : { limit: PAGE_TEXT, after: last };
    const { data, has_more } = await requests(asker, query);
    for (const one of data) print(context, one);
    last = data.at(-1)?.request_id ?? last;
    if (!has_more) await pause(POLL_MS, undefined, { signal: context.host.signal });
  }
}

const requests = ({ host, account }: Asker, query: Record<string, string>) =>
  readWorkbench<LoggedPage>(account, `requests?${new URLSearchParams(query).toString()}`, host.signal);

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
