import { readConfig, type ConfigOf, type ConfigSpec, type Environment } from "./config.ts";
import { isConfigurationError } from "./configuration-error.ts";
import { EXIT_CONFIG } from "./process-host.ts";
import { scrubLine } from "./scrub.ts";

/**
 * Runs a command that does one thing and ends: its settings first, all problems at once with exit code
 * 78; what it answers as a line on standard output; a failure as one line on standard error, exit code 1, or 78 where
 * what the settings name must not be used.
 */
export async function runCommand<Spec extends ConfigSpec>(
  settings: Spec,
  env: Environment,
  act: (config: ConfigOf<Spec>) => Promise<string>,
): Promise<void> {
  const read = readConfig(settings, env);
  if (!read.ok) {
    for (const problem of read.problems) process.stderr.write(`${problem}\n`);
    process.exitCode = EXIT_CONFIG;
    return;
  }
  try {
    process.stdout.write(`${await act(read.config)}\n`);
  } catch (error) {
    process.stderr.write(`${scrubLine(error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = isConfigurationError(error) ? EXIT_CONFIG : 1;
  }
}
