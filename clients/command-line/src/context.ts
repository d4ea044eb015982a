import type { Command } from "commander";
import type { Account } from "./account/account.ts";
import { findAccount } from "./account/profiles.ts";
import { Client } from "./api/client.ts";
import type { Host } from "./host.ts";
import type { Output } from "./output/output.ts";

/** What every command is given. */
export class Context {
  readonly host: Host;
  readonly output: Output;
  readonly #program: Command;

  constructor(host: Host, output: Output, program: Command) {
    this.host = host;
    this.output = output;
    this.#program = program;
  }

  /** The name behind --profile. */
  get profile(): string | undefined {
    return (
      this.#program.opts<{ profile?: string }>().profile ?? (this.host.env["FLOWLIX_PROFILE"] || undefined)
    );
  }

  /** Errors: Failure, where nobody has logged in. */
  account(): Account {
    return findAccount(this.host.env, this.profile);
  }

  client(): Client {
    const { createForMs, signal } = this.host;
    const onWait = (text: string) => this.output.warn(text);
    return new Client(this.account(), signal, {
      onWait,
      ...(createForMs === undefined ? {} : { createForMs }),
    });
  }
}
