import { parseArgs } from "node:util";
import { shapesOf, type LoadShape } from "../load/run-load.ts";
import { FORMS, integer, list, orUsageError, UsageError, type Form } from "../options.ts";

export interface CompareOptions {
  /** The commit that this tree is compared with. */
  readonly against: string;
  readonly form: Form;
  readonly rounds: number;
  /** Of each load in each round. */
  readonly seconds: number;
  readonly shapes: readonly LoadShape[];
}

export const HELP = `Usage: npm run -s bench:compare -- --against COMMIT [options]

Runs this tree and another commit side by side on one machine and puts load on them in turns of a few seconds, so
that what the machine does meanwhile meets both.

  --against COMMIT   the commit to compare with
  --form FORM        standalone or distributed (default standalone)
  --rounds N         turns of each (default 6)
  --seconds N        length of each load in each round (default 8)
  --clients A,B      closed-loop client counts (default 64,256)
  --rates A,B        open-loop arrivals a second (default 300)
  --help             this text

Exit 0: measured; 1: something did not run; 2: wrong usage.
`;

const ROUNDS_MAX = 200;
const SECONDS_MAX = 60;
const CLIENTS_MAX = 1_024;
const RATE_MAX = 10_000;

/** @returns null when only the help text is asked for. Throws UsageError. */
export function parseCompareOptions(args: readonly string[]): CompareOptions | null {
  const { help, against = "", form, rounds, seconds, clients, rates } = parse(args);
  if (help) return null;
  if (against === "") throw new UsageError("--against: must name a commit");
  const known = FORMS.find((each) => each === form);
  if (known === undefined) throw new UsageError("--form: must be standalone or distributed");
  return {
    against,
    form: known,
    rounds: integer("--rounds", rounds, ROUNDS_MAX),
    seconds: integer("--seconds", seconds, SECONDS_MAX),
    shapes: shapesOf(list("--rates", rates, RATE_MAX), list("--clients", clients, CLIENTS_MAX)),
  };
}

const parse = (args: readonly string[]) =>
  orUsageError(
    () =>
      parseArgs({
        args: [...args],
        options: {
          help: { type: "boolean", default: false },
          against: { type: "string" },
          form: { type: "string", default: "standalone" },
          rounds: { type: "string", default: "6" },
          seconds: { type: "string", default: "8" },
          clients: { type: "string", default: "64,256" },
          rates: { type: "string", default: "300" },
        },
      }).values,
  );
