import { find, lastLines, must, run } from "./shell.ts";
import { same, type Report } from "./report.ts";

const PROFILES = [[], ["obs"], ["load"], ["demo"], ["obs", "load", "demo"]];

/** What can be said of the compose file without an engine; its settings against the code's are tests of their own. */
export async function checkFiles(report: Report): Promise<void> {
  const compose = composeCommand();
  for (const profiles of PROFILES) {
    const title = `the configuration holds with ${profiles.length === 0 ? "no profile" : `profile ${profiles.join(", ")}`}`;
    if (compose === undefined) report.skip(title, "needs docker compose or docker-compose");
    else
      await report.check(title, () => {
        const [program, ...first] = compose;
        const args = [...first, ...profiles.flatMap((name) => ["--profile", name]), "config", "--quiet"];
        const { code, stderr } = run(program, args, { env: { DOCKER_HOST: "unix:///nowhere" } });
        same(lastLines(stderr), code, 0);
      });
  }
  const headers = "the configuration holds with what a collector asks for, and not without its file";
  if (compose === undefined) report.skip(headers, "needs docker compose or docker-compose");
  else
    await report.check(headers, () => {
      const [program, ...first] = compose;
      const files = ["--file", "docker-compose.yml", "--file", "deploy/compose/collector-headers.yml"];
      const codeWith = (file: string) =>
        run(program, [...first, ...files, "config", "--quiet"], {
          env: { DOCKER_HOST: "unix:///nowhere", OTEL_EXPORTER_OTLP_HEADERS_FILE: file },
        }).code;
      same("with the file", codeWith("/dev/null"), 0);
      same("without", codeWith("") === 0, false);
    });
  const linted = "hadolint finds nothing in the Dockerfile";
  const hadolint = run("tools/install/ops-tool", ["hadolint"], { env: { FIND_ONLY: "1" } }).stdout.trim();
  if (hadolint === "") report.skip(linted, "needs hadolint");
  else await report.check(linted, () => void must(hadolint, ["Dockerfile"]));
}

function composeCommand(): [string, ...string[]] | undefined {
  if (run("docker", ["compose", "version"]).code === 0) return ["docker", "compose"];
  return find("docker-compose") === undefined ? undefined : ["docker-compose"];
}
