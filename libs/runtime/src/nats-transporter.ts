import { Transporters } from "moleculer";
import { Events, type NatsConnection, type Status, type Subscription } from "nats";
import { payloadProblem } from "./bus-payload.ts";
import { BUS_PINGS } from "./bus-pings.ts";
import { ConfigurationError } from "./configuration-error.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { closeGivenUpDials } from "./nats-given-up-dials.ts";

closeGivenUpDials();

/** How a process reaches the bus. */
export interface NatsOptions {
  /** `nats://host:port`, several separated by commas; `tls://` for an encrypted connection. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

/** How long a server may take to confirm; one that is away never does. */
const FLUSH_LIMIT_MS = 1_000;

/**
 * Moleculer's NATS transporter that knows whether it is connected: its parent takes a lost connection
 * for a live one as long as the client tries to regain it (docs/design/operations.md#moleculer-in-kubernetes), lets
 * calls run into their timeout meanwhile, and waits for ever when it is to stop.
 */
export class NatsTransporter extends Transporters.NATS {
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  readonly #unfit = Promise.withResolvers<never>();
  #refused: string | undefined;
  #outgoing: { readonly subject: string; readonly data: Buffer }[] = [];

  constructor(nats: NatsOptions, name: string, logger: Logger, metrics: Metrics) {
    super(connectionOptions(nats, name));
    this.#logger = logger;
    this.#metrics = metrics;
    // Nobody has to ask.
    this.#unfit.promise.catch(() => undefined);
  }

  /** Rejects with a ConfigurationError when the bus that is found at the start must not be used; never resolves. */
  get unfit(): Promise<never> {
    return this.#unfit.promise;
  }

  /** Resolves when the server answered; the caller limits the wait. */
  async ping(): Promise<void> {
    const client = this.#client();
    if (client === null || !this.connected) throw new Error("not connected");
    if (this.#refused !== undefined) throw new Error(`may not listen to ${this.#refused}`);
    await client.flush();
  }

  override onConnected(wasReconnect?: boolean): Promise<void> {
    const client = this.#client();
    if (client !== null) {
      const problem = payloadProblem(client.info?.max_payload);
      if (problem !== undefined) return this.#refuse(client, problem);
      void this.#watch(client);
    }
    return super.onConnected(wasReconnect);
  }

  /** Does not settle: after an error Moleculer would connect again and again. */
  #refuse(client: NatsConnection, problem: string): Promise<never> {
    this.#unfit.reject(new ConfigurationError(`NATS_URL: ${problem}`));
    void client.close();
    return Promise.race([]);
  }

  /** A bus that became unfit while it was away ends nobody who serves; what is larger ends in internal_error. */
  #warnOfSmallPayload({ info }: NatsConnection): void {
    const problem = payloadProblem(info?.max_payload);
    if (problem !== undefined) this.#logger.warn(`Long lists fail: ${problem}.`);
  }

  /**
   * One write to the socket for what a turn of the event loop sends: half the system calls under load
   * (about 15 % less of a caller's time a call), nothing lost on a lone one.
   */
  override send(subject: string, data: Buffer): Promise<void> {
    // Thrown here and now, it is still an answer to the one who sent too much.
    if (data.length > (this.#client()?.info?.max_payload ?? Infinity))
      throw new Error("a packet is too large for the bus");
    if (this.#outgoing.length === 0) setImmediate(() => this.#publishOutgoing());
    this.#outgoing.push({ subject, data });
    return Promise.resolve();
  }

  #publishOutgoing(): void {
    const outgoing = this.#outgoing;
    this.#outgoing = [];
    const client = this.#client();
    // A connection that was closed in between takes nothing more, and nobody waits for it.
    if (client === null || client.isClosed()) return;
    for (const { subject, data } of outgoing) client.publish(subject, data);
  }

  override subscribe(command: string, nodeId?: string): Promise<void> {
    this.#listen(command, this.getTopicName(command, nodeId));
    return Promise.resolve();
  }

  override subscribeBalancedRequest(action: string): Promise<void> {
    const subscription = this.#listen("REQ", `${this.prefix}.REQB.${action}`, action);
    if (subscription !== undefined) this.subscriptions.push(subscription);
    return Promise.resolve();
  }

  /**
   * What the server sent before it knew is still taken: `unsubscribe` would drop it, and its caller wait until its
   * deadline for an answer that nobody is going to give.
   */
  override async unsubscribeFromBalancedCommands(): Promise<void> {
    const drained = this.subscriptions.map((subscription) => subscription.drain().catch(() => undefined));
    this.subscriptions = [];
    await Promise.all([this.#flushed(), ...drained]);
  }

  override async disconnect(): Promise<void> {
    await this.#flushed();
    await this.#client()?.close();
    this.client = null;
    this.#connectedGauge().set(0);
  }

  #listen(command: string, subject: string, queue?: string): Subscription | undefined {
    return this.#client()?.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error !== null) this.#refused = subject;
        // A view, no copy: a packet is read before the next one comes.
        else
          void this.receive(
            command,
            Buffer.from(message.data.buffer, message.data.byteOffset, message.data.length),
          );
      },
    });
  }

  /** Everything sent has reached the server, or it is not there: pings find out of one that is frozen. */
  async #flushed(): Promise<void> {
    this.#publishOutgoing();
    const client = this.#client();
    if (client === null || !this.connected) return;
    await client.flush().catch(() => undefined);
  }

  async #roundTripSeconds(): Promise<number> {
    const client = this.#client();
    if (client === null || !this.connected) return Number.NaN;
    const startedAt = performance.now();
    const { promise: limit, resolve } = Promise.withResolvers<number>();
    const timer = setTimeout(resolve, FLUSH_LIMIT_MS, Number.NaN);
    try {
      const answered = client.flush().then(() => (performance.now() - startedAt) / 1000);
      return await Promise.race([answered, limit]);
    } catch {
      return Number.NaN;
    } finally {
      clearTimeout(timer);
    }
  }

  #client(): NatsConnection | null {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- declared as any
    return this.client as NatsConnection | null;
  }

  async #watch(client: NatsConnection): Promise<void> {
    const connected = this.#connectedGauge();
    this.#metrics.gauge(
      "nats_client_rtt_seconds",
      "How long the bus takes to confirm; no number while it does not",
      [],
      async (gauge) => gauge.set(await this.#roundTripSeconds()),
    );
    const reconnects = this.#metrics.counter("nats_client_reconnects_total", "Connections regained.");
    const errors = this.#metrics.counter("nats_client_errors_total", "Errors that the bus reported.", [
      "kind",
    ]);
    for (const kind of REFUSALS) errors.inc({ kind }, 0);
    connected.set(1);
    for await (const status of client.status()) {
      if (status.type === Events.Disconnect) {
        // From here on calls fail at once, and nothing is kept to be sent when it is too late.
        this.connected = false;
        connected.set(0);
      }
      if (status.type === Events.Error) errors.inc({ kind: kindOf(status) });
      if (status.type === Events.Reconnect) {
        this.connected = true;
        connected.set(1);
        reconnects.inc();
        this.#warnOfSmallPayload(client);
        void this.#findPeers();
      }
      this.#log(status);
    }
  }

  /**
   * Peers that were dropped from the registry meanwhile are found again at once. Of two, the one that comes back first
   * asks nobody yet, so each also says what it offers. What fails comes with the next heartbeat.
   */
  async #findPeers(): Promise<void> {
    const { transit, registry } = this.broker;
    try {
      await Promise.all([
        registry.discoverer.discoverAllNodes(),
        transit?.sendNodeInfo(this.broker.getLocalNodeInfo()),
      ]);
    } catch (error) {
      this.logger.warn({ err: error }, "peers could not be asked for after the bus came back");
    }
  }

  #connectedGauge() {
    return this.#metrics.gauge("nats_client_connected", "Whether the bus is connected.");
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

/**
 * What the alert is about: counted from 0, since a counter that begins with its first error does not increase by it.
 */
const REFUSALS = ["permissions_violation", "authorization_violation"];

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
    pingInterval: BUS_PINGS.intervalMs,
    maxPingOut: BUS_PINGS.unansweredMax,
    timeout: 5_000,
  };
}
