import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postgresClients } from "./base-images.ts";
import type { Engine } from "./engine.ts";
import { same, type Report } from "./report.ts";
import { find, lastLines, run } from "./shell.ts";

/** What `restore continue` ends with where nothing is open, and where the acquirer's day is not over yet. */
const CONTINUED = [0, 5];

/**
 * The commands of docs/backups.md#docker-compose, word for word, on a platform that is up: a dump and the secrets, and
 * both of them restored under another project. `after` says what the restored platform has; it is removed in the end.
 */
export async function checkBackup(
  report: Report,
  engine: Engine,
  { project, after }: { readonly project: string; readonly after: () => void | Promise<void> },
): Promise<void> {
  const title = "the documented backup restores every Payment under another project, with its keys";
  if (postgresClients() === undefined) return report.skip(title, "needs pg_dump of the server's version");
  const folder = join(engine.folder, "backup");
  const sh = (script: string) =>
    run("sh", ["-eu", "-c", script], { env: environment(engine, folder, project) });
  const must = (script: string) => {
    const { code, stdout, stderr } = sh(script);
    same(`${script}\n${lastLines(stdout + stderr)}`, code, 0);
  };
  await report.check(title, async () => {
    const [backUp = "", restore = ""] = documented();
    const since = new Date().toISOString();
    must(backUp);
    const lines = restore
      .replace("2026-03-10T02:00:00Z", since)
      .replace("exec api-gateway", "exec -T api-gateway");
    const last = lines.lastIndexOf("docker compose");
    must(lines.slice(0, last));
    await after();
    const { code, stdout, stderr } = sh(`export COMPOSE_PROJECT_NAME=restored; ${lines.slice(last)}`);
    same(`restore continue: ${lastLines(stdout + stderr)}`, CONTINUED.includes(code), true);
    must("COMPOSE_PROJECT_NAME=restored docker compose down --volumes --remove-orphans");
  });
}

/** Blocks of commands of that part of the page. */
function documented(): string[] {
  const page = readFileSync("docs/backups.md", "utf8");
  const [part = ""] = page.slice(page.indexOf("## Docker Compose")).split('<a id="after-a-restore">');
  return [...part.matchAll(/^```sh\n([^`]*)```$/gm)].map(([, block = ""]) => block);
}

/** `docker compose` is the one of the machine, on our engine; its files go into `folder`. */
function environment(engine: Engine, folder: string, project: string): Record<string, string> {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const docker = find("docker") ?? "docker";
  writeFileSync(join(bin, "docker"), wrapper(docker, project));
  chmodSync(join(bin, "docker"), 0o755);
  return { ...engine.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
}

/** Compose 1.29 has no `--wait`: what it would wait for is asked of the engine. */
const wrapper = (docker: string, project: string): string => `#!/bin/sh
set -eu
[ "$1" = compose ] || exec ${docker} "$@"
shift
project=\${COMPOSE_PROJECT_NAME:-${project}}
waits=no
for word in "$@"; do
  shift
  if [ "$word" = --wait ]; then waits=yes; else set -- "$@" "$word"; fi
done
docker-compose --env-file .env.example --project-name "$project" "$@"
[ $waits = yes ] || exit 0
until [ -z "$(${docker} ps --quiet --filter "label=com.docker.compose.project=$project" --filter health=starting)" ]; do sleep 1; done
`;
