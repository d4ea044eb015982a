import { trackChildren } from "../children.ts";
import { UsageError } from "../options.ts";
import { measureCosts } from "./measure-costs.ts";
import { HELP, parseCostsOptions, type CostsOptions } from "./options.ts";

const children = trackChildren();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void children.stopAll().finally(() => process.exit(130)));
/** Whatever goes wrong, such as a reader of the output that ends: nothing that was started is left behind. */
process.once("uncaughtException", (error) => void giveUp(error));

const options = read();
if (options !== null)
  try {
    await measureCosts(children, options, (text) => void process.stdout.write(`${text}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await children.stopAll();
  }

function read(): CostsOptions | null {
  try {
    const given = parseCostsOptions(process.argv.slice(2));
    if (given === null) process.stdout.write(HELP);
    return given;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${HELP}`);
    process.exitCode = 2;
    return null;
  }
}

async function giveUp(error: Error): Promise<never> {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  await children.stopAll();
  process.exit(1);
}
