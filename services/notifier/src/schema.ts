import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { DeliveryEntity } from "./deliveries/delivery.entity.ts";
import { EndpointEntity } from "./endpoints/endpoint.entity.ts";
import { EventEntity } from "./events/event.entity.ts";
import { CreateNotifier1763800000000 } from "./migrations/1763800000000-create-notifier.ts";
import { KeepTraces1764700000000 } from "./migrations/1764700000000-keep-traces.ts";
import { PlaceEvents1765050000000 } from "./migrations/1765050000000-place-events.ts";
import { RepeatJobs1765110000000 } from "./migrations/1765110000000-repeat-jobs.ts";
import { IndexObjects1765240000004 } from "./migrations/1765240000004-index-objects.ts";
import { PackEvents1765810000001 } from "./migrations/1765810000001-pack-events.ts";
import { DropEventsOfMode1765810000002 } from "./migrations/1765810000002-drop-events-of-mode.ts";
import { KeepAttempts1765830000000 } from "./migrations/1765830000000-keep-attempts.ts";

/** What this service owns in the database. */
export const notifierSchema: ServiceSchemaSpec = {
  service: "notifier",
  schema: "notifier",
  migrations: [
    CreateNotifier1763800000000,
    KeepTraces1764700000000,
    PlaceEvents1765050000000,
    RepeatJobs1765110000000,
    IndexObjects1765240000004,
    PackEvents1765810000001,
    DropEventsOfMode1765810000002,
    KeepAttempts1765830000000,
  ],
  history: historyIn(new URL("./migrations/schema.json", import.meta.url)),
  entities: [EventEntity, EndpointEntity, DeliveryEntity],
};
