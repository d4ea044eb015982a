import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * When an account's secrets last changed; null where they are those that it was added with. The keys may have become those
 * of another account at the acquirer, so an absence ends nothing of before (docs/decisions/0099-acquirer-accounts.md).
 * What of the changes of before were secrets is not known, so any counts.
 */
export class NoteWhenSecretsChange1765740000000 implements MigrationInterface {
  name = "NoteWhenSecretsChange1765740000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table gateway.acquirer_accounts add column secrets_changed_at timestamptz");
    await runner.query(
      "update gateway.acquirer_accounts set secrets_changed_at = changed_at where version > 1",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("alter table gateway.acquirer_accounts drop column secrets_changed_at");
  }
}
