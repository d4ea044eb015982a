import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * From when on every object has the id of the request that made it, under another prefix. For a day a rolling upgrade may
 * be under way, whose older processes choose other ids. Where no API key was ever made there are no older objects.
 */
export class NoteWhenObjectsAreNamedAfterRequests1765240000005 implements MigrationInterface {
  name = "NoteWhenObjectsAreNamedAfterRequests1765240000005";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table gateway.named_after_requests");
  }
}

const SQL = `
  create table gateway.named_after_requests (
    only_row boolean primary key default true check (only_row),
    since timestamptz not null
  );
  insert into gateway.named_after_requests (since)
  select case when exists (select from gateway.api_keys) then platform.clock() + interval '1 day'
              else '-infinity'::timestamptz end;
`;
