import { Transporters } from "moleculer";
import { Events, type NatsConnection, type Status } from "nats";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/** How a process reaches the bus. */
export interface NatsOptions {
  /** `nats://host:port`, several separated by commas; `tls://` for an encrypted connection. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

/**
 * Moleculer's NATS transporter that knows whether it is connected: `transit.connected` stays true
 * while the server is away (operations §12).
 */
export class NatsTransporter extends Transporters.NATS {
  readonly #logger: Logger;
  readonly #metrics: Metrics;

  constructor(nats: NatsOptions, name: string, logger: Logger, metrics: Metrics) {
    super(connectionOptions(nats, name));
    this.#logger = logger;
    this.#metrics = metrics;
  }

  /** Resolves when the server answered; the caller limits the wait, since it may never settle. */
  async ping(): Promise<void> {
    const client = this.#client();
    if (client === null) throw new Error("not connected");
    await client.flush();
  }

  override onConnected(wasReconnect?: boolean): Promise<void> {
    const client = this.#client();
    if (client !== null) void this.#watch(client);
    return super.onConnected(wasReconnect);
  }

  #client(): NatsConnection | null {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- declared as any
    return this.client as NatsConnection | null;
  }

  async #watch(client: NatsConnection): Promise<void> {
    const connected = this.#metrics.gauge("nats_client_connected", "Whether the bus is connected.");
    const reconnects = this.#metrics.counter("nats_client_reconnects_total", "Connections regained.");
    const errors = this.#metrics.counter("nats_client_errors_total", "Errors that the bus reported.", [
      "kind",
    ]);
    connected.set(1);
    for await (const status of client.status()) {
      if (status.type === Events.Disconnect) connected.set(0);
      if (status.type === Events.Error) errors.inc({ kind: kindOf(status) });
      if (status.type === Events.Reconnect) {
        connected.set(1);
        reconnects.inc();
        // Peers that were dropped from the registry meanwhile are found again at once.
        void this.broker.registry.discoverer.discoverAllNodes();
      }
      this.#log(status);
    }
    connected.set(0);
  }

  #log(status: Status): void {
    if (status.type === Events.Disconnect) this.#logger.warn("The bus is disconnected.");
    if (status.type === Events.Reconnect) this.#logger.info("The bus is connected again.");
    if (status.type !== Events.Error) return;
    const refused = status.permissionContext;
    this.#logger.error(
      { kind: status.data, operation: refused?.operation, subject: refused?.subject },
      "The bus refused something.",
    );
  }
}

/** The code of an error, such as `permissions_violation`. */
const kindOf = ({ data }: Status): string => (typeof data === "string" ? data.toLowerCase() : "other");

/** The object form: from a string Moleculer takes host, user and password only, and no encryption. */
function connectionOptions({ url, user, password }: NatsOptions, name: string) {
  const servers = url.split(",").map((server) => new URL(server.trim()));
  return {
    servers: servers.map(({ host }) => host),
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { pass: password }),
    ...(servers.some(({ protocol }) => protocol === "tls:") ? { tls: {} } : {}),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
    maxPingOut: 3,
    timeout: 5_000,
  };
}
