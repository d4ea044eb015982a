import type { ControlClient } from "./control-client.ts";

export interface OptionSpec {
  /** As help shows it, `NAME`; absent for a switch. */
  readonly value?: string;
  readonly help: string;
  readonly required?: boolean;
  /** It may be given several times. */
  readonly repeats?: boolean;
}

export interface PositionalSpec {
  readonly name: string;
  readonly optional?: boolean;
}

/** One command: what it takes, what it asks the control API, and how people see the answer. */
export interface Command {
  readonly group: string;
  readonly name: string;
  readonly summary: string;
  readonly positionals: readonly PositionalSpec[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** `report` shows people the progress of a long command; `folder` is that of a local installation. */
  run(
    control: ControlClient,
    args: Arguments,
    report: (line: string) => void,
    folder: string,
  ): Promise<unknown>;
  /** The answer for people; never for programs. */
  show(answer: unknown): string;
  /** What the answer should hold and does not, in words; absent where an answer is whole or none. */
  missing?(answer: unknown): readonly string[];
  /** Whether the answer shows a difference; absent where nothing is compared. */
  differs?(answer: unknown): boolean;
}

/** The arguments of one command, already known to be named as the command takes them. */
export interface Arguments {
  positional(name: string): string | undefined;
  option(name: string): string | undefined;
  /** Every value of an option that repeats, in order. */
  all(name: string): readonly string[];
  flag(name: string): boolean;
}
