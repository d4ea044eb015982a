import { styleText } from "node:util";

type Colour = "red" | "green" | "yellow" | "cyan" | "dim" | "bold";
export type Style = (colour: Colour, text: string) => string;

const COLOURED: Style = (colour, text) => styleText(colour, text, { validateStream: false });
const PLAIN: Style = (_, text) => text;

interface Terminal {
  readonly isTTY?: boolean;
}

/** Colours only on a terminal, and never where NO_COLOR is set (https://no-color.org). */
export const styleOf = (stream: Terminal, env: Readonly<Record<string, string | undefined>>): Style =>
  stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb" ? COLOURED : PLAIN;

/** A status of an object, or of an HTTP answer, in the colour of what it means. */
export function colourOf(status: string | number): Colour {
  if (typeof status === "number") return status < 300 ? "green" : status < 500 ? "yellow" : "red";
  if (status === "SUCCEEDED") return "green";
  return status === "FAILED" || status === "EXPIRED" ? "red" : "yellow";
}
