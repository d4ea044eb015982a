import { closeSync, openSync, readSync } from "node:fs";
import { checkLogo, LOGO_BYTES_MAX } from "@flowlix/hosted-page/logo-image";
import { usageError } from "./cli-error.ts";
import type { Arguments } from "./command.ts";

const NONE = "none";

/** Readers of what payers are to see; null takes it away. Errors: CliError usage, naming the option. */
export function nameOf(args: Arguments): string | null | undefined {
  const given = args.option("name");
  return given === "" ? null : given;
}

export function colourOf(args: Arguments): string | null | undefined {
  const given = args.option("colour");
  if (given === undefined || /^#[0-9a-f]{6}$/i.test(given)) return given;
  if (given === NONE) return null;
  // An unquoted # begins a comment in a shell, so people try without.
  throw usageError("--colour must be of the form '#RRGGBB', quoted, or none", "--colour");
}

/** The file in base64. It is checked here already, so that no service is needed to learn what is wrong with it. */
export function logoOf(args: Arguments): string | null | undefined {
  const given = args.option("logo");
  if (given === undefined) return undefined;
  if (given === NONE) return null;
  const bytes = startOf(given);
  const verdict = checkLogo(bytes);
  if (verdict.ok) return bytes.toString("base64");
  const problem = bytes.length > LOGO_BYTES_MAX ? "must be at most 64 KiB" : verdict.problem;
  throw usageError(`--logo ${problem}: ${given}`, "--logo");
}

/** As much of a file as shows that it is too large, and no more. */
function startOf(file: string): Buffer {
  const start = Buffer.alloc(LOGO_BYTES_MAX + 1);
  try {
    const opened = openSync(file, "r");
    try {
      let length = 0;
      let read: number;
      do {
        read = readSync(opened, start, length, start.length - length, null);
        length += read;
      } while (read > 0);
      return start.subarray(0, length);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw usageError(`--logo cannot be read (${why}): ${file}`, "--logo");
  }
}
