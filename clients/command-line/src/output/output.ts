import type { Host } from "../host.ts";
import { styleOf, type Style } from "./style.ts";

/** Standard output: lines for people or, with --json, JSON documents for programs, one a line. */
export class Output {
  readonly json: boolean;
  readonly style: Style;
  readonly errorStyle: Style;
  readonly #host: Host;

  constructor(host: Host, json: boolean) {
    this.#host = host;
    this.json = json;
    this.style = styleOf(host.stdout, host.env);
    this.errorStyle = styleOf(host.stderr, host.env);
  }

  document(value: unknown): void {
    this.#host.stdout.write(`${JSON.stringify(value)}\n`);
  }

  line(text: string): void {
    this.#host.stdout.write(`${text}\n`);
  }

  /** What a command leaves: the document with --json, else its text for people. */
  result(value: unknown, text: (style: Style) => string): void {
    if (this.json) this.document(value);
    else this.line(text(this.style));
  }

  /** Why a command takes long; on standard error, with --json too, which leaves standard output to the document. */
  warn(text: string): void {
    this.#host.stderr.write(`${this.errorStyle("dim", text)}\n`);
  }

  /** What is no result, such as how a long command goes on; on standard error, and not with --json. */
  note(text: string): void {
    if (!this.json) this.warn(text);
  }
}
