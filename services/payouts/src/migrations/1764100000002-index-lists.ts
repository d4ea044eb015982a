import type { MigrationInterface, QueryRunner } from "typeorm";

export class IndexLists1764100000002 implements MigrationInterface {
  name = "IndexLists1764100000002";

  async up(runner: QueryRunner): Promise<void> {
    // The order of lists, with all that filters and searches ask for beside it: whatever no other index finds
    // is counted here without a look at the table. The longest names take 2,055 bytes of a tuple's 2,704.
    await runner.query(`
      create index payouts_list on payouts.payouts (merchant_id, livemode, created_at, seq)
        include (amount, status, currency, card_brand, card_last4, search_text)`);
    // How often a text occurs decides how it is looked for, and is seen from a sample of texts.
    await runner.query(`alter table payouts.payouts alter column search_text set statistics 500`);
    // Rows that no vacuum has seen are looked up in the table one by one.
    await runner.query(`
      alter table payouts.payouts set (
        autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0.005,
        autovacuum_vacuum_insert_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.005,
        autovacuum_analyze_scale_factor = 0.02)`);
    // The same order within each group that totals are kept of: the rarest group's page is found at once.
    await runner.query(`
      create index payouts_groups on payouts.payouts
        (merchant_id, livemode, status, currency, card_brand, created_at, seq)`);
    await runner.query(`
      create index payouts_amount on payouts.payouts (merchant_id, livemode, amount, created_at, seq)
        include (status, currency, card_brand)`);
    await runner.query(`create index payouts_id_folded on payouts.payouts (lower(id collate "C"))`);
    // Within the merchant's own; of modes there are two, and a list of either's rows would be read every time.
    // Rows wait in a list of their own until they are merged into the index, and every search reads that
    // list as well: it is kept short.
    await runner.query(`
      create index payouts_search on payouts.payouts using gin
        (merchant_id, search_text gin_trgm_ops, card_last4)
        with (gin_pending_list_limit = 512)`);

    // Totals, exact at any moment: what was folded and what was not yet, read in one snapshot.
    await runner.query(`
      create table payouts.totals (
        merchant_id text not null,
        livemode boolean not null,
        status text not null,
        currency text not null,
        card_brand text not null,
        payouts bigint not null,
        primary key (merchant_id, livemode, status, currency, card_brand)
      ) with (fillfactor = 50)`);
    await runner.query(`
      create table payouts.total_deltas (
        id bigint generated always as identity primary key,
        merchant_id text not null,
        livemode boolean not null,
        status text not null,
        currency text not null,
        card_brand text not null,
        change smallint not null
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)`);
    // By groups, which are looked up one after the other; changes are summed up from the table: no vacuum has
    // seen those that were not folded yet.
    await runner.query(`
      create index total_deltas_merchant on payouts.total_deltas
        (merchant_id, livemode, status, currency, card_brand)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table payouts.total_deltas, payouts.totals`);
    await runner.query(
      `drop index payouts.payouts_search, payouts.payouts_id_folded, payouts.payouts_amount, payouts.payouts_groups, payouts.payouts_list`,
    );
  }
}
