import { join } from "node:path";
import { check, type Check } from "../charts/report.ts";
import { DOCUMENT, HERE, npmTool, pythonModules, succeed } from "./tools.ts";

const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };

/** Neither an error nor a warning, but for the rules that are off with their reason. */
export const linters: readonly Check[] = [
  check("redocly finds nothing", async () => {
    const env = QUIET;
    const args = ["lint", "--config", join(HERE, "redocly.yaml"), "--format", "json", DOCUMENT];
    const { problems }: { readonly problems: readonly unknown[] } = JSON.parse(
      await succeed(npmTool("redocly"), args, { env }),
    );
    if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 2));
  }),
  check("spectral finds nothing", async () => {
    const args = ["lint", "--ruleset", join(HERE, "spectral.yaml"), "--fail-severity", "warn", DOCUMENT];
    await succeed(npmTool("spectral"), args);
  }),
  check("openapi-spec-validator finds nothing", async () => {
    const env = { PYTHONPATH: pythonModules() };
    await succeed("python3", ["-m", "openapi_spec_validator", DOCUMENT], { env });
  }),
];
