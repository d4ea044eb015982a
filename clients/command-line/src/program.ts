import { Command } from "commander";
import { addEvents } from "./commands/events.ts";
import { addListen } from "./commands/listen.ts";
import { addLogin } from "./commands/login.ts";
import { addLogs } from "./commands/logs.ts";
import { addOpen } from "./commands/open.ts";
import { addPayments } from "./commands/payments.ts";
import { addPayouts } from "./commands/payouts.ts";
import { addRefunds } from "./commands/refunds.ts";
import { addTrigger } from "./commands/trigger.ts";
import { addCompletion } from "./completion.ts";
import { Context } from "./context.ts";
import type { Host } from "./host.ts";
import type { Output } from "./output/output.ts";
import { packageVersion } from "./version.ts";

const AFTER_HELP = `
Exit codes: 0 done; 1 not reachable or not now, try again; 2 wrong arguments; 3 no such object; 4 refused;
5 no key, or not accepted; 6 what was waited for did not come.`;

/** Every command, in the order of the help. Arguments are split, checked and explained by commander. */
export function createProgram(host: Host, output: Output): Command {
  const program = new Command("flowlix")
    .description(
      "The merchants' command line of the payments platform: listen to events, make them happen, look at objects.",
    )
    .version(packageVersion())
    .option("--json", "print JSON instead of text, errors included")
    .option(
      "--profile <name>",
      "the profile of `login` to use (default: FLOWLIX_URL and FLOWLIX_KEY, else `default`)",
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      // With --json the error is the one document on standard output.
      outputError: (text, write) => (output.json ? undefined : write(text.replace(/^error: /, "flowlix: "))),
    })
    .showHelpAfterError(false)
    .addHelpText("after", AFTER_HELP);
  const context = new Context(host, output, program);
  for (const add of [
    addLogin,
    addListen,
    addTrigger,
    addPayments,
    addRefunds,
    addPayouts,
    addEvents,
    addLogs,
    addOpen,
  ])
    add(program, context);
  addCompletion(program, host);
  return program;
}
