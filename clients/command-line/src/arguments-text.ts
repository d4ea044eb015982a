import type { CommanderError } from "commander";

/** What is wrong with arguments. Where a command is missing, commander prints its help and names no error. */
export const argumentsText = ({ code, message }: CommanderError): string =>
  code === "commander.help"
    ? "a command is missing: the help on standard error names those that there are"
    : message.replace(/^error: /, "");
