import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { trackChildren } from "../children.ts";
import { runLoad, type LoadShape } from "../load/run-load.ts";
import { openProbe } from "../measure/database.ts";
import { aimAt, measurePhase } from "../measure-form.ts";
import { compareWithBook } from "../product/invariants.ts";
import { startServer } from "../product/postgres.ts";
import { REPOSITORY, startForm } from "../product/start-form.ts";
import { costsText } from "./costs-text.ts";
import { forgetStatements, readStatements, STATEMENT_SETTINGS } from "./statements.ts";
import { readThreads, usedBetween } from "./threads.ts";

const USAGE = `Usage: npm run -s bench-costs -- [options]

What a payment of the standalone form costs, by thread and by statement, under each load.

  --rates A,B     open-loop arrivals a second (default 100,300)
  --clients A,B   closed-loop client counts (default 64,256)
  --seconds N     length of each load (default 12)
  --help          this text

Exit 0: measured, nothing lost or doubled; 1: otherwise; 2: wrong usage.`;
const WARM_UP: readonly LoadShape[] = [
  { kind: "closed", clients: 32 },
  { kind: "open", ratePerSecond: 300 },
];
const WARM_UP_SECONDS = 8;

const children = trackChildren();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void children.stopAll().finally(() => process.exit(130)));

const asked = readOptions();
if (typeof asked === "number") process.exitCode = asked;
else
  try {
    await measure(asked);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await children.stopAll();
  }

interface Asked {
  readonly shapes: readonly LoadShape[];
  readonly seconds: number;
}

/** What was asked for, or with which code the process ends. */
function readOptions(): Asked | number {
  try {
    const { values } = parseArgs({
      options: {
        rates: { type: "string", default: "100,300" },
        clients: { type: "string", default: "64,256" },
        seconds: { type: "string", default: "12" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      return 0;
    }
    const [seconds = 0] = numbersOf("--seconds", values.seconds);
    return {
      seconds,
      shapes: [
        ...numbersOf("--rates", values.rates).map((ratePerSecond) => ({
          kind: "open" as const,
          ratePerSecond,
        })),
        ...numbersOf("--clients", values.clients).map((clients) => ({ kind: "closed" as const, clients })),
      ],
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    return 2;
  }
}

function numbersOf(option: string, text: string): number[] {
  if (text === "") return [];
  const numbers = text.split(",").map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new Error(`${option} is a list of whole numbers from 1, not "${text}"`);
  return numbers;
}

async function measure({ shapes, seconds }: Asked): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "flowlix-costs-"));
  children.adopt(async () => rmSync(scratch, { recursive: true, force: true }));
  const server = await startServer(children, scratch, STATEMENT_SETTINGS);
  const databaseUrl = await server.createDatabase("bench_costs");
  const running = await startForm({
    children,
    repository: REPOSITORY,
    form: "standalone",
    dataDir: join(scratch, "standalone"),
    databaseUrl,
    postmasterPid: server.postmasterPid,
    profileDir: null,
  });
  const probe = await openProbe(databaseUrl);
  children.adopt(() => probe.close());
  const target = await aimAt(running);
  for (const shape of WARM_UP) await runLoad(target, shape, WARM_UP_SECONDS);
  const pid = running.watched.find(({ kind }) => kind === "process")?.pid ?? 0;
  for (const shape of shapes) {
    await forgetStatements(probe);
    const before = readThreads(pid);
    const phase = await measurePhase({ running, probe, target }, shape, seconds);
    const threads = usedBetween(before, readThreads(pid));
    process.stdout.write(`${costsText({ phase, threads, statements: await readStatements(probe) })}\n\n`);
  }
  const { problems } = await compareWithBook(running.runtime.acquirer.admin_url, target.ledger);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
