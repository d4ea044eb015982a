import { Loggers } from "moleculer";
import type { Logger } from "./logger.ts";

type Level = "fatal" | "error" | "warn" | "info" | "debug" | "trace";

/** Moleculer logs at "info" what interests only its developers. */
const OUR_LEVEL: Readonly<Record<Level, Level>> = {
  fatal: "fatal",
  error: "error",
  warn: "warn",
  info: "debug",
  debug: "trace",
  trace: "trace",
};

/**
 * Moleculer's own lines in our log. Only texts and the names of errors go through: among its
 * arguments are whole packets with the parameters of calls.
 */
export class BrokerLogger extends Loggers.Base<object> {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    super({});
    this.#logger = logger;
  }

  override getLogHandler(bindings: { mod: string } | null) {
    const logger = this.#logger;
    const module = bindings?.mod ?? "broker";
    return (level: Level, args: unknown[]): void => {
      // The caller of each call that cannot be sent gets its error. While the bus is away these lines would be a flood.
      const ours = module === "transit" && level === "error" ? "debug" : OUR_LEVEL[level];
      if (!logger.isLevelEnabled(ours)) return;
      logger[ours]({ module: `moleculer.${module}` }, args.map(shown).filter(Boolean).join(" "));
    };
  }
}

function shown(argument: unknown): string {
  if (typeof argument === "string") return argument;
  return argument instanceof Error ? `${argument.name}: ${argument.message}` : "";
}
