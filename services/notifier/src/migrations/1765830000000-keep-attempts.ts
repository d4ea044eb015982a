import type { ServiceMigration } from "@flowlix/persistence";
import type { QueryRunner } from "typeorm";

/**
 * Results of the tries before the last one, and which tries were made by a resend. All three are null of a delivery
 * that is accepted at its first try, so that most rows are no longer. A process of the version before overwrites the
 * result of the last try, which is then missing among the earlier ones. It also leaves `resent_by` and `last_resent_by`
 * as they are: a resend that it tries counts as on schedule, and the scheduled retry after it as the resend.
 */
export class KeepAttempts1765830000000 implements ServiceMigration {
  name = "KeepAttempts1765830000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notifier.deliveries
        add column resent_by text,
        add column last_resent_by text,
        add column earlier jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notifier.deliveries
        drop column resent_by,
        drop column last_resent_by,
        drop column earlier`);
  }
}
