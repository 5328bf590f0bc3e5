import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';

import { connectDatabase } from '#engine/database/connect.ts';
import { createDatabaseCopy } from '#engine/database/copy.ts';
import { startEmbedded } from '#engine/database/embedded.ts';
import { migrate } from '#engine/database/migrate.ts';
import type { Database } from '#engine/database/port.ts';
import { openKeys } from '#engine/secrets/keys.ts';
import { backUpTables } from '#server/features/operations/backup/backup.service.ts';
import { makeBrand } from '#test/factories.ts';

import { percentile } from './open-loop.ts';

const log = pino({ level: 'silent' });
const ACCOUNTS = 1_000;
const FAXES_EACH = 300;
const PARTITIONS = 64;
const ASKED = 2_000;

/**
 * Prints the bytes of the database per fax, the cost of copying the tables, and whether hash partitions would pay off.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp('/var/tmp/f2e-size-');
  const embedded = await startEmbedded({ dataDir, log });
  const database = await connectDatabase(embedded.connection, log, {
    // One connection, so that lifting the statement timeout applies to all statements.
    max: 1,
    release: async () => await embedded.stop(),
  });
  try {
    await migrate({ connection: database.connection, log });
    await fill(database);
    await printSizes(database);
    await printCopy(database, dataDir);
    await comparePartitions(database);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Creates typical accounts: faxes alternately received and sent, from and to forty numbers. */
async function fill({ db, pool }: Database): Promise<void> {
  const brandId = await makeBrand(db, { isDefault: true });
  await pool.query(
    `insert into account (brand_id, fax_number, admin_email, state)
     select $1, (2127600000 + n)::text, 'owner' || n || '@example.com', 'active' from generate_series(1, ${ACCOUNTS}) n`,
    [brandId],
  );
  const begun = performance.now();
  await pool.query(`set statement_timeout = 0`);
  await pool.query(`insert into fax_party (account_id, number, company, sender, to_person)
    select a.id, (3105550000 + n)::text, 'Company ' || (a.id * 7 + n) % 5000, 'Person ' || n, '' from account a, generate_series(1, 40) n`);
  // One account after the other in small steps, so that index pages fill as in years of use.
  for (let round = 0; round < FAXES_EACH; round += 50) {
    await pool.query(
      `with d as (insert into document (account_id, storage_key, source, state, tiff_key, pages, bytes, sha256)
         select a.id, 'documents/' || md5(a.id || '-' || i), case when i % 2 = 0 then 'line' else 'upload' end, 'ready',
           'documents/' || md5(a.id || '-' || i) || '/fax.tiff', 3, 105000, sha256((a.id || '-' || i)::bytea)
         from generate_series($1::int + 1, $1::int + 50) i, account a returning id, account_id, source),
       p as (select id, account_id, number, company, row_number() over (partition by account_id order by id) - 1 as n from fax_party)
       insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, pages, bytes, is_new)
       select d.account_id, d.id, md5('f' || d.id), case d.source when 'line' then 'R' else 'S' end,
         now() - ($2::int - $1::int) * interval '1 day', p.id, p.number, p.company, 3, 105000, false
       from d join p on p.account_id = d.account_id and p.n = d.id % 40`,
      [round, FAXES_EACH],
    );
    await pool.query(
      `insert into send_job (account_id, fax_id, to_number, state, dials, finished_at)
       select account_id, id, other_number, 'DELIVERED', 1, now() from fax f
       where action = 'S' and not exists (select from send_job j where j.account_id = f.account_id and j.fax_id = f.id)`,
    );
  }
  await pool.query(`insert into send_attempt (job_id, n, ended_at, result, pages_sent, call_ref, dialled_at)
    select id, 1, now(), 'OK', 3, md5('c' || id), now() from send_job`);
  await pool.query(`insert into inbound_call (call_ref, caller_number, called_number, result, pages, account_id, fax_id)
    select md5('i' || f.id), other_number, a.fax_number, 'OK', 3, f.account_id, f.id
    from fax f join account a on a.id = f.account_id where action = 'R'`);
  await pool.query('vacuum analyze');
  const faxes = ACCOUNTS * FAXES_EACH;
  console.log(
    `${faxes} faxes of ${ACCOUNTS} accounts, filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
}

async function printSizes({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string; table: number; indexes: number }>(
    `select relname as name, pg_table_size(oid)::float8 as "table", pg_indexes_size(oid)::float8 as indexes
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by pg_total_relation_size(oid) desc limit 10`,
  );
  const faxes = ACCOUNTS * FAXES_EACH;
  console.log(`${'bytes a fax'.padEnd(22)}${'rows'.padStart(8)}${'indexes'.padStart(9)}`);
  let all = 0;
  for (const { name, table, indexes } of rows) {
    all += table + indexes;
    console.log(
      `${name.padEnd(22)}${(table / faxes).toFixed(0).padStart(8)}${(indexes / faxes).toFixed(0).padStart(9)}`,
    );
  }
  console.log(`${'all'.padEnd(22)}${(all / faxes).toFixed(0).padStart(8)}`);
}

async function printCopy({ connection }: Database, dataDir: string): Promise<void> {
  const file = join(dataDir, 'tables.tar');
  const keys = await openKeys({ file: join(dataDir, 'master.key'), known: null });
  const begun = performance.now();
  await backUpTables({ copy: createDatabaseCopy(connection, log), keys }, file);
  const seconds = (performance.now() - begun) / 1000;
  const faxes = ACCOUNTS * FAXES_EACH;
  console.log(
    `copy of the tables: ${(faxes / seconds).toFixed(0)} faxes a second, ${((await stat(file)).size / faxes).toFixed(0)} bytes each`,
  );
}

/** Compares the same rows in one table and in hash partitions by account, with the same keys. */
async function comparePartitions({ pool }: Database): Promise<void> {
  await pool.query(`create table one (like fax including all)`);
  await pool.query(
    `create table many (like fax including defaults including generated) partition by hash (account_id)`,
  );
  for (let n = 0; n < PARTITIONS; n += 1)
    await pool.query(
      `create table many_${n} partition of many for values with (modulus ${PARTITIONS}, remainder ${n})`,
    );
  await pool.query(`alter table many add primary key (account_id, id)`);
  await pool.query(
    `create index on many (account_id, folder, fax_at, id) include (party_id, at_minute, pages, bytes)`,
  );
  for (const table of ['one', 'many']) {
    const columns = await ownColumns(pool, table);
    await pool.query(`insert into ${table} (${columns}) overriding system value select ${columns} from fax`);
    await pool.query(`vacuum analyze ${table}`);
    const times: number[] = [];
    for (let n = 0; n < ASKED; n += 1) {
      const begun = performance.now();
      await pool.query({
        name: `page-${table}`,
        text: `select id from ${table} where account_id = $1 and folder = 1 order by fax_at desc, id desc limit 100`,
        values: [1 + (n % ACCOUNTS)],
      });
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    console.log(
      `${table === 'one' ? 'one table' : `${PARTITIONS} partitions`}: a page of an inbox p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`,
    );
  }
}

async function ownColumns(pool: Database['pool'], table: string): Promise<string> {
  const { rows } = await pool.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]?.list ?? '';
}
