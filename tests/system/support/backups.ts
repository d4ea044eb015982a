import { launch } from "../../../services/standalone/test/support/launched.ts";

/** How a command for backups ended. */
export interface Ended {
  readonly code: number | NodeJS.Signals;
  readonly output: string;
  /** What went wrong, without the lines of progress. */
  readonly problems: readonly string[];
}

const PROGRESS = /^(backup|check|restore|pg_dump|pg_restore|waiting): /;

async function ran(
  main: "backup" | "restore",
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const launched = launch(main, dataDir, env);
  const code = await launched.ended;
  const lines = launched.errors().split("\n");
  return {
    code,
    output: launched.output(),
    problems: lines.filter((line) => line !== "" && !PROGRESS.test(line)),
  };
}

/** `make backup`. */
export const backUp = (dataDir: string, env: Readonly<Record<string, string>>): Promise<Ended> =>
  ran("backup", dataDir, env);

/** `make restore`. */
export const restore = (dataDir: string, env: Readonly<Record<string, string>>): Promise<Ended> =>
  ran("restore", dataDir, env);
