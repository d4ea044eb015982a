import { historyIn, type ServiceSchemaSpec } from "@flowlix/persistence";
import { CreateRecords1763740000000 } from "./migrations/1763740000000-create-records.ts";
import { CheckByDomains1764210000000 } from "./migrations/1764210000000-check-by-domains.ts";
import { SummariseTimes1764800000000 } from "./migrations/1764800000000-summarise-times.ts";
import { NoteHashedNames1765080000002 } from "./migrations/1765080000002-note-hashed-names.ts";
import { RepeatJobs1765110000000 } from "./migrations/1765110000000-repeat-jobs.ts";
import { IndexObjects1765240000003 } from "./migrations/1765240000003-index-objects.ts";
import { PackResponses1765810000000 } from "./migrations/1765810000000-pack-responses.ts";
import { IdempotencyRecordEntity } from "./record.entity.ts";

/** What this service owns in the database. */
export const idempotencySchema: ServiceSchemaSpec = {
  service: "idempotency",
  schema: "idempotency",
  migrations: [
    CreateRecords1763740000000,
    CheckByDomains1764210000000,
    SummariseTimes1764800000000,
    NoteHashedNames1765080000002,
    RepeatJobs1765110000000,
    IndexObjects1765240000003,
    PackResponses1765810000000,
  ],
  history: historyIn(new URL("./migrations/schema.json", import.meta.url)),
  entities: [IdempotencyRecordEntity],
};
