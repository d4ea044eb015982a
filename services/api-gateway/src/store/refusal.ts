/** Why the control API did not perform an act; `argument` names the one at fault. */
export type RefusalCode =
  "invalid_argument" | "not_found" | "refused" | "unavailable" | "unauthorised" | "internal_error";

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly argument: string | undefined;

  constructor(code: RefusalCode, message: string, argument?: string) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.argument = argument;
  }
}
