import type { Reply } from "../reply.ts";
import type { StatementOutcome } from "../statement.ts";
import { GARBLED, LOST } from "./reading.ts";

/** A throw that says what reading came to. */
export class NotRead extends Error {
  readonly reply: Reply<StatementOutcome>;
  constructor(reply: Reply<StatementOutcome>) {
    super("the statement was not read");
    this.reply = reply;
  }
}

export const lost = (providerAtFault: boolean) => new NotRead({ outcome: LOST, providerAtFault });
export const garbled = () => new NotRead({ outcome: GARBLED, providerAtFault: true });
