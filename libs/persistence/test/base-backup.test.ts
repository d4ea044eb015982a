import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { connect, takeBaseBackup, type BaseBackupFacts } from "@flowlix/persistence";
import { EmbeddedPostgresError, findRunningPostgres, restoreCluster } from "@flowlix/persistence/embedded";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { embeddedServers, PASSWORD } from "./support/embedded-servers.ts";
import { failureOf } from "./support/failure-of.ts";

async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url, "test");
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("A base backup of a running server", function () {
  this.timeout(120_000);
  let servers: ReturnType<typeof embeddedServers>;
  let url: string;
  const archive = () => join(servers.folder, "base.tar");
  const manifest = () => join(servers.folder, "backup_manifest");
  const take = (): Promise<BaseBackupFacts> =>
    takeBaseBackup({
      url,
      archive: createWriteStream(archive()),
      manifest: createWriteStream(manifest()),
      onProgress: () => undefined,
    });
  const restored = async (name: string): Promise<string> => {
    await mkdir(join(servers.folder, name));
    const dataDir = join(servers.folder, name, "postgres-18");
    await restoreCluster({ dataDir }, { archive: createReadStream(archive()), manifest: manifest() });
    return dataDir;
  };
  const slots = () => sql(url, "select slot_name from pg_replication_slots");

  beforeEach(async () => {
    servers = embeddedServers();
    ({ url } = await servers.start());
    await sql(url, "create table kept (id int primary key, lsn pg_lsn)");
  });
  afterEach(() => servers.remove());

  it("has all that was committed before its end, while others write and checkpoints drop their log", async () => {
    const writer = await connect(url, "test");
    let isOver = false;
    const written: { id: number; lsn: string }[] = [];
    const writing = (async () => {
      for (let id = 1; !isOver; id += 1) {
        await writer.query("insert into kept (id) values ($1)", [id]);
        const { rows } = await writer.query<{ lsn: string }>(
          "select pg_current_wal_insert_lsn()::text as lsn",
        );
        written.push({ id, lsn: rows[0]?.lsn ?? "" });
        // Without a slot the log that the backup needs would be gone.
        if (id % 50 === 0) {
          await writer.query("select pg_switch_wal()");
          await writer.query("checkpoint");
        }
      }
    })();
    await waitFor("some rows", () => written.length > 50);
    const { endLsn } = await take();
    isOver = true;
    await writing;
    const inIt = await writer.query<{ id: number }>(
      "select id from unnest($1::int[], $2::pg_lsn[]) as w (id, lsn) where lsn <= $3::pg_lsn order by id",
      [written.map(({ id }) => id), written.map(({ lsn }) => lsn), endLsn],
    );
    await writer.end();
    expect(inIt.rows.length).to.be.above(50);
    const dataDir = await restored("other");
    const server = await servers.start({ dataDir });
    const found = await sql(server.url, `select id from kept where id <= ${inIt.rows.length} order by id`);
    expect(found).to.deep.equal(inIt.rows);
  });

  it("leaves no replication slot, whether it ends well, is interrupted or cannot be written", async () => {
    await take();
    expect(await slots()).to.deep.equal([]);
    const controller = new AbortController();
    const begun = Promise.withResolvers<void>();
    const interrupted = takeBaseBackup({
      url,
      // Nobody reads it: the server waits.
      archive: new PassThrough(),
      manifest: new PassThrough(),
      onProgress: () => begun.resolve(),
      signal: controller.signal,
    });
    await begun.promise;
    expect(await slots()).to.have.length(1);
    controller.abort();
    await failureOf(interrupted);
    await waitFor("the slot to be gone", async () => (await slots()).length === 0);
    const full = createWriteStream(join(servers.folder, "no", "such", "folder"));
    await failureOf(
      takeBaseBackup({ url, archive: full, manifest: new PassThrough(), onProgress: () => undefined }),
    );
    await waitFor("the slot to be gone", async () => (await slots()).length === 0);
  });

  it("is given to the user that the server runs as, and to nobody else's eyes", async () => {
    await take();
    const dataDir = await restored("other");
    const [of, like] = [await stat(dataDir), await stat(servers.dataDir)];
    expect([of.uid, of.mode & 0o077]).to.deep.equal([like.uid, 0]);
  });

  it("is refused with the name of a file that is not as the server sent it, and nothing is left of it", async () => {
    await take();
    const listed = await readFile(manifest(), "utf8");
    await writeFile(
      manifest(),
      listed.replace(/("Path": "global\/pg_filenode.map".*"Checksum": ")..../, "$10000"),
    );
    const changed = await failureOf(restored("changed"));
    expect(changed).to.be.instanceOf(EmbeddedPostgresError);
    expect(String(changed)).to.match(/has another global\/pg_filenode\.map$/);
    expect(await readdir(join(servers.folder, "changed"))).to.deep.equal([]);
    await writeFile(manifest(), listed);
    const bytes = await readFile(archive());
    await writeFile(archive(), bytes.subarray(0, bytes.length / 2));
    await appendFile(archive(), "cut");
    expect(String(await failureOf(restored("cut")))).to.match(
      /the backup's archive (lacks|cannot be unpacked)/,
    );
    expect(await readdir(join(servers.folder, "cut"))).to.deep.equal([]);
  });

  it("finds the server by its data alone", async () => {
    const { dataDir } = servers;
    expect(await findRunningPostgres({ dataDir, superuserPassword: PASSWORD })).to.equal(url);
    const other = join(servers.folder, "other");
    expect(await findRunningPostgres({ dataDir: other, superuserPassword: PASSWORD })).to.equal(undefined);
  });
});
