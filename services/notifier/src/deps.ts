import type { DataSource } from "typeorm";
import type { notifierContract, OutboxRow, Params, Result } from "@flowlix/contracts";
import type { SharedCommit } from "@flowlix/persistence";
import type { Logger, SsrfGuard, Tracer } from "@flowlix/runtime";
import type { DeliveriesReads } from "./deliveries/deliveries-reads.ts";
import type { QueuesStore } from "./deliveries/queues-store.ts";
import type { TryResult } from "./deliveries/results-store.ts";
import type { EndpointsReads } from "./endpoints/endpoints-reads.ts";
import type { Accepted } from "./events/accept-store.ts";
import type { EventsReads } from "./events/events-reads.ts";
import type { ResentBy } from "./events/resend-store.ts";
import type { EventTraces } from "./events/trace-events.ts";
import type { NotifierMetrics } from "./metrics.ts";
import type { SecretBox } from "./secrets/secret-box.ts";
import type { Sender } from "./sending/send.ts";

/** All that the use cases of this service work with. */
export interface NotifierDeps {
  readonly storeEvents: (events: readonly OutboxRow[], deliveryId: string) => Promise<Accepted>;
  /** Makes the deliveries of a resend, and its record where an operator named himself; answers how many it goes to. */
  readonly storeResend: (eventId: string, by: ResentBy) => Promise<number>;
  readonly eventsReads: EventsReads;
  readonly eventTraces: EventTraces;
  readonly endpointsReads: EndpointsReads;
  /** For operators, of all merchants. */
  readonly listEveryEndpoint: (
    asked: Params<typeof notifierContract, "listEveryEndpoint">,
  ) => Promise<Result<typeof notifierContract, "listEveryEndpoint">>;
  readonly deliveries: DeliveriesReads;
  readonly queues: QueuesStore;
  readonly results: Pick<SharedCommit<TryResult, boolean>, "add">;
  /** For acts that need a transaction. */
  readonly dataSource: DataSource;
  readonly ssrfGuard: SsrfGuard;
  readonly secrets: SecretBox;
  readonly sender: Sender;
  /** A payload as it is delivered: with the token in the link to a hosted page. */
  readonly fillPageUrls: (payload: string) => string;
  readonly metrics: NotifierMetrics;
  readonly logger: Logger;
  /** Absent where no spans are exported. */
  readonly tracer?: Tracer | undefined;
  /** Wakes the deliveries of this process: something has just become due. */
  readonly deliverSoon: () => void;
}
