import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { DUMP, RESTORE } from "../../services/standalone/src/backup/pg-programs.ts";

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = text("docs/backups.md");
const file: { services: Record<string, { volumes?: string[]; environment?: Record<string, string> }> } =
  parse(text("docker-compose.yml"), { merge: true, maxAliasCount: -1 });
const commands = [...page.matchAll(/^ *```sh\n(.*?)^ *```$/gms)]
  .flatMap(([, block = ""]) => block.split("\n"))
  .map((line) => line.trim());

describe("the commands of docs/backups.md", () => {
  it("dump and restore with exactly the options of make backup and make restore", () => {
    const dumps = commands.filter((line) => line.includes("pg_dump "));
    const restores = commands.filter((line) => line.includes("pg_restore "));
    expect([dumps.length, restores.length]).to.deep.equal([2, 2]);
    for (const line of dumps) expect(line).to.contain(DUMP.join(" "));
    for (const line of restores) expect(line).to.contain(RESTORE.join(" "));
  });

  it("name services, the database and the folder of secrets that docker-compose.yml has", () => {
    const named = commands.flatMap((line) => {
      const [docker, compose, act = "", ...words] = line.replace(/--entrypoint \S+/, "").split(/\s+/);
      if (docker !== "docker" || compose !== "compose" || !["exec", "run"].includes(act)) return [];
      return words.find((word) => !word.startsWith("-")) ?? [];
    });
    expect(new Set(named)).to.deep.equal(new Set(["postgres", "make-secrets", "api-gateway"]));
    for (const service of named) expect(file.services).to.have.property(service);
    expect(file.services["postgres"]?.environment?.["POSTGRES_DB"]).to.equal("flowlix");
    expect(file.services["make-secrets"]?.volumes?.[0]).to.match(/:\/secrets\/master$/);
  });

  it("are targets of the Makefile where they are made", () => {
    const targets = new Set(commands.flatMap((line) => /\bmake ([a-z-]+)/.exec(line)?.[1] ?? []));
    expect(targets).to.deep.equal(new Set(["backup", "restore", "migrate"]));
    for (const target of targets)
      expect(text("Makefile")).to.match(new RegExp(`^${target}: install-run ## `, "m"));
  });
});
