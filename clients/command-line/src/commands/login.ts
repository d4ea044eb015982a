import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { accountOf, isSandbox, type Account } from "../account/account.ts";
import { DEFAULT_PROFILE, fileOf, readProfiles, writeProfile } from "../account/profiles.ts";
import { Client } from "../api/client.ts";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { table } from "../output/table.ts";

const LOCAL = "http://127.0.0.1:3000";

export function addLogin(program: Command, context: Context): void {
  const { output, host } = context;
  program
    .command("login")
    .description("ask for address and key, try them, and keep them in a file that you alone can read")
    .option("--url <address>", "the platform's address (default: FLOWLIX_URL, else it is asked for)")
    .addHelpText(
      "after",
      "\nThe key is FLOWLIX_KEY, or is asked for, or is read from standard input where that is no terminal.",
    )
    .action(async ({ url }: { url?: string }) => {
      const account = accountOf(await askedUrl(context, url), await askedKey(context));
      // Every key may list the events of its permissions.
      await new Client(account, host.signal).read((api, call) => api.events.list({ limit: 1 }, call));
      const name = context.profile ?? DEFAULT_PROFILE;
      writeProfile(host.env, name, account);
      output.result(
        shown(name, account),
        () => `Logged in to ${account.url} (${modeOf(account)}). Kept as ${name} in ${fileOf(host.env)}`,
      );
    });
  program
    .command("logout")
    .description("forget the address and key of a profile")
    .action(() => {
      const name = context.profile ?? DEFAULT_PROFILE;
      if (readProfiles(host.env)[name] === undefined) throw usage(`there is no profile ${name}`);
      writeProfile(host.env, name, null);
      output.result(
        { profile: name, logged_in: false },
        () =>
          `Forgot ${name}. The key itself still works: the person who manages your account can revoke it.`,
      );
    });
  program
    .command("profiles")
    .description("list what was logged in to, without keys")
    .action(() => {
      const data = Object.entries(readProfiles(host.env)).map(([name, account]) => shown(name, account));
      output.result({ data }, (style) =>
        table(
          [
            ["profile", ({ profile }) => profile],
            ["mode", ({ mode }) => mode],
            ["address", ({ url }) => url],
          ],
          data,
          (title, cell) => (title === "" ? style("dim", cell) : cell),
        ),
      );
    });
}

const modeOf = (account: Account): string => (isSandbox(account) ? "Sandbox" : "live");
const shown = (profile: string, account: Account) => ({ profile, url: account.url, mode: modeOf(account) });

async function askedUrl({ host }: Context, named: string | undefined): Promise<string> {
  const url = named ?? host.env["FLOWLIX_URL"];
  if (url) return url;
  if (host.stdin.isTTY !== true) throw usage("name the address: --url, or FLOWLIX_URL");
  const { default: input } = await import("@inquirer/input");
  return input({ message: "Address of the platform", default: LOCAL }, promptsOf(host));
}

async function askedKey({ host }: Context): Promise<string> {
  const { FLOWLIX_KEY: key } = host.env;
  if (key) return key;
  if (host.stdin.isTTY !== true) return (await text(host.stdin)).trim();
  const { default: password } = await import("@inquirer/password");
  return (
    await password(
      { message: "API key (a Sandbox key begins with api_test_sk_)", mask: true },
      promptsOf(host),
    )
  ).trim();
}

/** Prompts are no result: they are written to standard error. */
const promptsOf = ({ stdin, stderr, signal }: Context["host"]) => ({ input: stdin, output: stderr, signal });
