import { parseArgs } from "node:util";
import { shapesOf, type LoadShape } from "../load/run-load.ts";
import { FORMS, integer, list, orUsageError, UsageError, type Form } from "../options.ts";

export interface CostsOptions {
  readonly form: Form;
  /** Of each service that a payment passes; of the distributed form alone. */
  readonly replicas: number;
  /** Payments that are in the database before; 0 for an empty one. */
  readonly rows: number;
  readonly shapes: readonly LoadShape[];
  /** Of each load. */
  readonly seconds: number;
}

export const HELP = `Usage: npm run -s bench-costs -- [options]

What a payment costs, by thread and by statement, under each load, and how long the first hundred of a process take.

  --form FORM     standalone or distributed (default standalone)
  --replicas N    processes of each service that a payment passes, of the distributed form (default 1)
  --rows N        payments that are there before, with their ledger entries, keys and events, and what lists then take
                  (default 0; some 6 KB of the disk each, a million in about two minutes)
  --rates A,B     open-loop arrivals a second (default 100,300)
  --clients A,B   closed-loop client counts (default 64,256)
  --seconds N     length of each load (default 12)
  --help          this text

Exit 0: measured, nothing lost or doubled; 1: otherwise; 2: wrong usage.
`;

const REPLICAS_MAX = 16;
const ROWS_MAX = 100_000_000;
const RATE_MAX = 10_000;
const CLIENTS_MAX = 1_024;
const SECONDS_MAX = 300;

/** @returns null when only the help text is asked for. Throws UsageError. */
export function parseCostsOptions(args: readonly string[]): CostsOptions | null {
  const values = parse(args);
  if (values.help) return null;
  const form = FORMS.find((each) => each === values.form);
  if (form === undefined) throw new UsageError("--form: must be standalone or distributed");
  const replicas = integer("--replicas", values.replicas, REPLICAS_MAX);
  if (replicas > 1 && form === "standalone") throw new UsageError("--replicas: is of --form distributed");
  return {
    form,
    replicas,
    rows: values.rows === "0" ? 0 : integer("--rows", values.rows, ROWS_MAX),
    seconds: integer("--seconds", values.seconds, SECONDS_MAX),
    shapes: shapesOf(list("--rates", values.rates, RATE_MAX), list("--clients", values.clients, CLIENTS_MAX)),
  };
}

const parse = (args: readonly string[]) =>
  orUsageError(
    () =>
      parseArgs({
        args: [...args],
        options: {
          form: { type: "string", default: "standalone" },
          replicas: { type: "string", default: "1" },
          rows: { type: "string", default: "0" },
          rates: { type: "string", default: "100,300" },
          clients: { type: "string", default: "64,256" },
          seconds: { type: "string", default: "12" },
          help: { type: "boolean", default: false },
        },
      }).values,
  );
