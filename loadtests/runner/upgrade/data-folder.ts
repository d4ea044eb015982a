import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkOut } from "../../bench/check-out.ts";
import type { Children } from "../../bench/children.ts";
import { checkBooks } from "../books.ts";
import { cli } from "../installation.ts";
import { makeEveryKind, type Round } from "./every-kind.ts";
import { launch, NotStarted, portsOfRun, type Form, type Launched } from "./launched.ts";
import { merchantOfRun, type MerchantOfRun } from "./merchant.ts";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

interface Upgrade {
  readonly children: Children;
  readonly scratch: string;
  /** A commit. */
  readonly from: string;
  readonly form: Form;
  /** Whether the release knows what migrations mean for it (docs/design/migrations.md#compatibility). */
  readonly goesBack: boolean;
  readonly progress: (text: string) => void;
}

/**
 * One data folder under two releases, one after the other: the older makes objects of every kind, the newer finds all
 * of them and goes on with them; then back to the older, as far as it goes, and forward again.
 * @returns what is wrong, in words
 */
export async function upgradeFolder({
  children,
  scratch,
  from,
  form,
  goesBack,
  progress,
}: Upgrade): Promise<string[]> {
  const trees = { before: join(scratch, "before"), now: REPOSITORY };
  const dataDir = join(scratch, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  checkOut(children, from, trees.before);
  const env = await portsOfRun();
  let starts = 0;
  const start = async (release: keyof typeof trees): Promise<Launched> => {
    starts += 1;
    progress(`${form}: start ${starts}, of ${release}`);
    const logFile = join(scratch, `${starts}-${release}.log`);
    return await launch({ children, form, tree: trees[release], dataDir, logFile, env });
  };

  const problems: string[] = [];
  const rounds: Round[] = [];
  const before = await start("before");
  const merchant = merchantOfRun(before.baseUrl, before.apiKey, () => undefined);
  rounds.push(await makeEveryKind(merchant, false));
  const events = await eventIds(before);
  await before.stop();

  const now = await start("now");
  problems.push(...(await lost(merchant)), ...missing(events, await eventIds(now)));
  await rounds.at(-1)?.finishSoon();
  rounds.push(await makeEveryKind(merchant, false));
  await now.stop();

  try {
    const back = await start("before");
    problems.push(...(await lost(merchant)));
    await rounds.at(-1)?.finishSoon();
    rounds.push(await makeEveryKind(merchant, false));
    await back.stop();
    progress(`${form}: the release before works on the newer data`);
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    progress(`${form}: the release before refuses: ${error.message}`);
    const inWords = goesBack ? /: run \S+ or a later one$/ : /the database is newer than this code/;
    if (!inWords.test(error.message)) problems.push(`the way back ended with ${error.message}`);
  }

  const again = await start("now");
  problems.push(...(await lost(merchant)));
  await rounds
    .at(-1)
    ?.finishSoon()
    .catch(() => undefined);
  for (const each of rounds) await each.finishLate();
  for (const each of rounds) problems.push(...(await each.ends()));
  for (const kept of merchant.kept) {
    const problem = await merchant.replay(kept);
    if (problem !== null) problems.push(problem);
  }
  problems.push(...(await checkBooks({ cli: (...args) => cli({ DATA_DIR: dataDir }, args) }, progress)));
  await again.stop();
  progress(`${form}: ${merchant.kept.length} creates were kept, from ${rounds.length} rounds`);
  return problems;
}

/** Objects that are not there any more, or have another amount than was answered. */
async function lost(merchant: MerchantOfRun): Promise<string[]> {
  const problems: string[] = [];
  for (const { of, object } of merchant.kept) {
    const read = await merchant.read(of, object.id).catch(String);
    if (typeof read === "string" || read.amount !== object.amount || read.currency !== object.currency)
      problems.push(`${object.id} is ${typeof read === "string" ? read : JSON.stringify(read)}`);
  }
  return problems;
}

function missing(before: readonly string[], after: readonly string[]): string[] {
  return before.filter((id) => !after.includes(id)).map((id) => `the event ${id} is gone`);
}

async function eventIds({ baseUrl, apiKey }: Launched): Promise<string[]> {
  const response = await fetch(`${baseUrl}/v1/events?limit=100`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { data }: { data: readonly { id: string }[] } = JSON.parse(await response.text());
  return data.map(({ id }) => id);
}
