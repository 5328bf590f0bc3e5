import type { Database } from '#engine/database/port.ts';
import { openBeside } from '#test/faults/send-product.ts';
import { startProduct } from '#test/start-product.ts';

import { makeKey } from './api-keys.ts';
import { ask } from './people.ts';

const NUMBER = '2125550800';
/** Number of faxes of the account; half of them sent. */
const FAXES = 200_000;
const ROUNDS = 300;

/** One account with FAXES faxes to and from 3,000 numbers, one per minute, and a job for each sent one. */
const FILL = [
  'set statement_timeout = 0',
  `insert into brand (name, title, is_default) values ('Bench', 'Bench', true) on conflict do nothing`,
  `insert into account (brand_id, fax_number, admin_email, state, email_verified_at)
   select min(id), '${NUMBER}', 'a@example.com', 'active', now() from brand`,
  `insert into document (account_id, storage_key, source, state, tiff_key, pages, sha256)
   select a.id, 'bench/' || n, 'line', 'ready', 'bench/' || n || '/fax.tiff', 2, sha256(n::text::bytea)
   from account a, generate_series(1, 1000) n`,
  `insert into fax_party (account_id, number, company, sender, to_person)
   select a.id, (3102000000 + n)::text, '', '', '' from account a, generate_series(1, 3000) n`,
  'alter table fax disable trigger user',
  `insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, pages, status, client_ref)
   select a.id, d.id, 'bench-of-lists-' || n, case when n % 2 = 0 then 'S' else 'R' end, now() - n * interval '1 minute',
     p.id, p.number, '', 2, case when n % 50 = 0 then 'FAILED' else 'OK' end, case when n % 2 = 0 then 'order-' || n end
   from account a, generate_series(1, ${FAXES}) n
   join (select id, row_number() over (order by id) as place from document) d on d.place = 1 + n % 1000
   join (select id, number, row_number() over (order by id) as place from fax_party) p on p.place = 1 + n % 3000`,
  'alter table fax enable trigger user',
  'alter table send_job disable trigger user',
  `insert into send_job (account_id, fax_id, to_number, state, ready, dials, billed_pages, finished_at)
   select account_id, id, other_number, case status when 'OK' then 'DELIVERED' else 'FAILED' end, true, 1, 2, fax_at
   from fax where action = 'S'`,
  'alter table send_job enable trigger user',
  'analyze',
];

/**
 * Prints the milliseconds over HTTP for listing 100 faxes of an account with 200,000, key check included. The bar is
 * p50 ≤ 5.
 */
export async function run(): Promise<void> {
  const product = await startProduct({
    // The bench calls as fast as responses arrive.
    env: { F2E_DEMO: '0', F2E_API_CALLS_PER_SECOND: '1000', F2E_API_BURST: '10000' },
  });
  const database = await openBeside(product.dataDir);
  try {
    const key = await fill(database);
    const read = async (query: string): Promise<string> => {
      const { status, body } = await ask(`${product.baseURL}/v1/faxes?limit=100${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      if (status !== 200) throw new Error(body);
      return body;
    };
    await timed('newest', async () => await read(''));
    let after = '';
    await timed('each page after the other', async () => {
      const next = /"next":"([^"]+)"/u.exec(await read(after))?.[1];
      after = next === undefined ? '' : `&after=${next}`;
    });
    for (const query of [
      'direction=outbound',
      'status=failed',
      'status=queued',
      'from=%2B13102000007',
      'client_ref=order-1000',
      'until=2026-01-01T00:00:00Z',
    ])
      await timed(query, async () => await read(`&${query}`));
  } finally {
    await database.close();
    await product.stop();
  }
}

/** Fills the database and returns a key of the account. */
async function fill(database: Database): Promise<string> {
  const client = await database.pool.connect();
  try {
    for (const statement of FILL) await client.query(statement);
  } finally {
    // Not returned to the pool, because its time limit is off.
    client.release(true);
  }
  return await makeKey(database, NUMBER, ['faxes:read']);
}

/** Prints p50 and p95. */
async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS / 3; round += 1) await work();
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (ROUNDS - 1))] ?? 0).toFixed(1);
  console.log(`${name.padEnd(34)}${[0.5, 0.95].map((share) => at(share).padStart(8)).join(' / ')}`);
}
