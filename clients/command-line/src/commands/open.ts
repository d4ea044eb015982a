import { spawn } from "node:child_process";
import type { Command } from "commander";
import { kindOf } from "../api/objects.ts";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { REQUEST_ID } from "./logs.ts";

const PAGES: Readonly<Record<string, string>> = { docs: "/docs/", workbench: "/workbench" };

/** The program that opens a browser, by `process.platform`. */
const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

export function addOpen(program: Command, context: Context): void {
  program
    .command("open")
    .description("open the documentation, the workbench, or an object's page in it")
    .argument("[page]", "docs, workbench, or an id: pay_…, ref_…, po_…, evt_… or req_…", "docs")
    .option("--print", "print the address instead")
    .action((page: string, { print }: { print?: true }) => {
      const url = context.account().url + pathOf(page);
      const { output, host } = context;
      output.result({ url }, () => url);
      if (print || output.json || host.stdout.isTTY !== true) return;
      const [opener, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
      // Without a browser, the printed address is enough.
      spawn(opener ?? "", [...args, url], { detached: true, stdio: "ignore" })
        .once("error", () => undefined)
        .unref();
    });
}

function pathOf(page: string): string {
  const known = PAGES[page];
  if (known !== undefined) return known;
  if (REQUEST_ID.test(page)) return `/workbench#/requests/${page}`;
  if (kindOf(page) !== undefined) return `/workbench#/objects/${page}`;
  throw usage(
    `there is no page ${JSON.stringify(page)}: docs, workbench, or an id of an object, event or request`,
  );
}
