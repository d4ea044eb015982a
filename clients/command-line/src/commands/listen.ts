import type { Event } from "@flowlix/client";
import type { Command } from "commander";
import { followEvents } from "../listen/follow-events.ts";
import { forward, type Forwarded } from "../listen/forward.ts";
import { listenSecretOf } from "../listen/sign.ts";
import { targetOf } from "../listen/target.ts";
import { objectOf } from "../api/objects.ts";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { clockOf, spanOf } from "../output/money.ts";
import { colourOf } from "../output/style.ts";
import { EVENT_TYPES } from "../trigger/recipes.ts";
import { untilStopped } from "../until-stopped.ts";

/** As many deliveries as a webhook endpoint gets at a time. */
const AT_ONCE = 32;

interface ListenOptions {
  readonly forwardTo?: string;
  readonly events?: string;
  readonly after?: string;
  readonly printSecret?: true;
}

export function addListen(program: Command, context: Context): void {
  program
    .command("listen")
    .description("print events as they come, and send them to a local server; needs no inbound port")
    .option("--forward-to <url>", "where to, such as http://127.0.0.1:8080/webhooks or 8080", targetOf)
    .option("--events <types>", "of these types only, separated by commas")
    .option("--after <event id>", "begin behind this event instead of with what comes from now on")
    .option("--print-secret", "print the secret that events are signed with, and end")
    .action((options: ListenOptions) => untilStopped(context.host.signal, () => listen(context, options)));
}

async function listen(context: Context, options: ListenOptions): Promise<void> {
  const { output, host } = context;
  const secret = listenSecretOf(context.account().key);
  if (options.printSecret) return output.result({ secret }, () => secret);
  const wanted = typesOf(options.events);
  const { forwardTo: url } = options;
  const under = new Set<Promise<void>>();
  const client = context.client();
  let isListening = false;
  const events = followEvents({
    ask: async (query) => {
      const page = await client.read((api, call) => api.events.list(query, call));
      return { ...page, atS: client.answeredAtS };
    },
    signal: host.signal,
    ...(options.after === undefined ? {} : { after: options.after }),
    onReady: () => {
      isListening = true;
      greet(context, secret, url);
    },
    onAway: ({ message }) => output.note(`${message} Asking again until it is back.`),
    onBack: (awayMs) =>
      // What happened before the first answer counts as old and is not shown.
      output.note(`Back after ${spanOf(awayMs)}.${isListening ? " No event is lost." : ""}`),
  });
  try {
    for await (const event of events) {
      if (wanted !== undefined && !wanted.has(event.type)) continue;
      if (url === undefined) {
        printEvent(context, event);
        continue;
      }
      while (under.size >= AT_ONCE) await Promise.race(under);
      const sent = forward(event, {
        url,
        secret,
        signal: host.signal,
        onTried: (tried) => printTried(context, tried),
      })
        .catch(() => undefined)
        .finally(() => under.delete(sent));
      under.add(sent);
    }
  } finally {
    await Promise.all(under);
  }
}

function typesOf(text: string | undefined): ReadonlySet<string> | undefined {
  const types = text?.split(",").map((type) => type.trim());
  const unknown = types?.find((type) => !EVENT_TYPES.includes(type));
  if (unknown !== undefined)
    throw usage(`there are no events ${unknown}; there are ${EVENT_TYPES.join(", ")}`);
  return types && new Set(types);
}

function greet({ output }: Context, secret: string, url: string | undefined): void {
  const forwarding = { secret, forward_to: url ?? null };
  output.result({ listening: forwarding }, (style) =>
    [
      url === undefined ? "Listening to events." : `Sending events to ${url}, signed with the secret`,
      ...(url === undefined
        ? []
        : [`  ${style("bold", secret)}`, "It stays the same for your key: keep it as WEBHOOK_SECRET."]),
      style("dim", "An event is here two to three seconds after it happened. Ctrl-C ends."),
    ].join("\n"),
  );
}

function printEvent({ output }: Context, event: Event): void {
  output.result(event, (style) => {
    const { id, status } = objectOf(event);
    return `${style("dim", clockOf(event.created_at * 1000))}  ${event.type.padEnd(23)}  ${event.id}  ${id} ${style(colourOf(status), status)}`;
  });
}

function printTried({ output }: Context, { event, ...tried }: Forwarded): void {
  const {
    http_status: status,
    error,
    duration_ms: ms,
    response_prefix: prefix,
    next_try_s: next,
    attempt,
  } = tried;
  output.result({ event_id: event.id, type: event.type, ...tried }, (style) => {
    const outcome = status === null ? style("red", error ?? "") : style(colourOf(status), String(status));
    const failed = status === null || status >= 300;
    const then = next === null ? `given up after ${attempt} tries` : `again in ${next} s`;
    return [
      `${style("dim", clockOf(Date.now()))}  ${event.type.padEnd(23)}  ${event.id}  ${outcome} ${style("dim", `${ms} ms`)}`,
      ...(failed
        ? [style("dim", `          ${prefix === null ? "" : `${JSON.stringify(prefix)}: `}${then}`)]
        : []),
    ].join("\n");
  });
}
