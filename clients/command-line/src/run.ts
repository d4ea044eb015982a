import { CommanderError } from "commander";
import { argumentsText } from "./arguments-text.ts";
import { EXIT, Failure, type ExitCode } from "./failure.ts";
import type { Host } from "./host.ts";
import { failureText } from "./output/failure-text.ts";
import { Output } from "./output/output.ts";
import { createProgram } from "./program.ts";

/** Runs the program on the arguments behind its name. Answers the exit code; nothing is thrown. */
export async function run(argv: readonly string[], host: Host): Promise<ExitCode> {
  const output = new Output(host, argv.includes("--json"));
  try {
    await createProgram(host, output).parseAsync([...argv], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return ofArguments(error, output);
    if (host.signal.aborted || (error instanceof Error && error.name === "ExitPromptError"))
      return EXIT.interrupted;
    const failure = error instanceof Failure ? error : unexpected(error);
    if (output.json) output.document({ error: errorOf(failure) });
    else host.stderr.write(failureText(failure, output.errorStyle));
    return failure.exitCode;
  }
}

/** Help, the version and, but for --json, what is wrong were printed already. */
function ofArguments(error: CommanderError, output: Output): ExitCode {
  if (error.exitCode === 0) return EXIT.ok;
  if (output.json) output.document({ error: { code: "usage", message: argumentsText(error) } });
  return EXIT.usage;
}

function errorOf({ facts: { code, ...others }, message }: Failure): object {
  return { code, message, ...others };
}

const unexpected = (error: unknown): Failure =>
  new Failure(EXIT.unavailable, error instanceof Error ? error.message : String(error), {
    code: "unexpected",
  });
