import { parseArgs } from "node:util";

export const FORMS = ["standalone", "distributed"] as const;
export type Form = (typeof FORMS)[number];

/** What is started and measured. */
export interface Setup {
  readonly form: Form;
  /** Every merchant has a webhook endpoint for all events, whose receiver runs on this machine. */
  readonly webhooks: boolean;
}

export const nameOfSetup = ({ form, webhooks }: Setup): string => (webhooks ? `${form} with webhooks` : form);

export interface Options {
  readonly setups: readonly Setup[];
  /** Of each phase. */
  readonly seconds: number;
  readonly clients: readonly number[];
  readonly rates: readonly number[];
  readonly repeat: number;
  readonly baselinesOnly: boolean;
  readonly json: boolean;
  /** Folder for a processor profile of every product process; null for none. */
  readonly profileDir: string | null;
}

const SECONDS_MAX = 300;
const REPEAT_MAX = 20;
const CLIENTS_MAX = 1_024;

export const HELP = `Usage: npm run -s bench -- [options]

Measures how fast payments are created, in both forms of the product and beside the machine's own baselines.

  --quick            a short run: 3 s a phase, one repetition
  --form FORM        standalone, distributed or both (default both)
  --webhooks WHICH   without: nobody has an endpoint; with: every merchant has one; both (default both)
  --seconds N        length of each closed loop, a quarter of that of an open one (default 8)
  --clients A,B      closed-loop client counts (default 64,256)
  --rates A,B        open-loop arrivals a second (default 100,300,1000)
  --repeat N         repetitions, the forms taking turns (default 3)
  --baselines-only   the machine's baselines alone
  --profile DIR      write a processor profile (--cpu-prof) of every product process into DIR
  --json             print one JSON document instead of the table
  --help             this text

Progress goes to stderr. Everything it starts is stopped again, on Ctrl-C too. Exit 0: measured, nothing lost
or doubled (a missed target is shown, not failed); 1: a payment was lost, doubled or misreported, or something
did not run; 2: wrong usage.
`;

export class UsageError extends Error {}

/** @returns null when only the help text is asked for. Throws UsageError. */
export function parseOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const quick = values.quick;
  return {
    setups: setupsOf(formsOf(values.form), webhooksOf(values.webhooks)),
    seconds: integer("--seconds", values.seconds ?? (quick ? "3" : "8"), SECONDS_MAX),
    clients: list("--clients", values.clients ?? "64,256", CLIENTS_MAX),
    rates: list("--rates", values.rates ?? "100,300,1000", 10_000),
    repeat: integer("--repeat", values.repeat ?? (quick ? "1" : "3"), REPEAT_MAX),
    // The old name is taken for one release more.
    baselinesOnly: values["baselines-only"] || values["floors-only"],
    json: values.json,
    profileDir: values.profile ?? null,
  };
}

const parse = (args: readonly string[]) =>
  orUsageError(
    () =>
      parseArgs({
        args: [...args],
        options: {
          help: { type: "boolean", default: false },
          quick: { type: "boolean", default: false },
          json: { type: "boolean", default: false },
          "baselines-only": { type: "boolean", default: false },
          "floors-only": { type: "boolean", default: false },
          form: { type: "string", default: "both" },
          webhooks: { type: "string", default: "both" },
          seconds: { type: "string" },
          clients: { type: "string" },
          rates: { type: "string" },
          repeat: { type: "string" },
          profile: { type: "string" },
        },
      }).values,
  );

/** What does not understand an option says so by an error of its own. */
export function orUsageError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function formsOf(text: string): readonly Form[] {
  if (text === "both") return FORMS;
  const form = FORMS.find((each) => each === text);
  if (form === undefined) throw new UsageError(`--form: must be standalone, distributed or both`);
  return [form];
}

function webhooksOf(text: string): readonly boolean[] {
  if (text === "both") return [false, true];
  if (text !== "with" && text !== "without")
    throw new UsageError(`--webhooks: must be with, without or both`);
  return [text === "with"];
}

/** The forms take turns, first as they are without webhooks. */
const setupsOf = (forms: readonly Form[], webhooks: readonly boolean[]): Setup[] =>
  webhooks.flatMap((withThem) => forms.map((form) => ({ form, webhooks: withThem })));

/** An empty text is an empty list: that kind of phase is left out. */
export function list(name: string, text: string, max: number): number[] {
  return text === "" ? [] : text.split(",").map((part) => integer(name, part, max));
}

export function integer(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max) throw new UsageError(`${name}: must be 1 to ${max}`);
  return value;
}
