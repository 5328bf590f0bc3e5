import { ApiKeysService } from '#server/features/identity/api-keys/api-keys.service.ts';
import { newKey } from '#server/features/identity/api-keys/key-format.rules.ts';
import { hashToken } from '#engine/secrets/tokens.ts';

import { openBenchDatabase } from './bench-database.ts';

/** Number of keys in the table; the timed one is in the middle. */
const KEYS = 10_000;
const PUBLIC_ID = '0000005000';
const WARM = 500;
const TIMES = 5_000;

/**
 * Times the gate's query for every call of the public API: the key, its rate and its last use, in one statement. The
 * bar is 0.3 ms more than a statement that does nothing, which is printed next to it.
 */
export async function run(): Promise<void> {
  const { key, secret } = newKey('live', PUBLIC_ID);
  const { database, drop } = await openBenchDatabase(4, [
    `insert into brand (name, is_default) values ('bench', true)`,
    `insert into parent (username, brand_id, email, total_services, total_pages)
     select 'p' || n, (select min(id) from brand), '', 0, 0 from generate_series(1, 100) n`,
    `insert into api_key (parent_id, public_id, mode, name, hash, scopes)
     select (select min(id) from parent) + n % 100, lpad(n::text, 10, '0'), 'live', 'k', '\\x${hashToken(secret).toString('hex')}', '{faxes:read}'
     from generate_series(1, ${KEYS}) n`,
    'analyze',
  ]);
  try {
    const keys = new ApiKeysService({
      database,
      queueMail: async () => undefined,
      rate: { perSecond: 100_000, burst: 100_000 },
    });
    const nothing = await time(async () => await database.pool.query('select 1'));
    const used = await time(async () => await keys.use(key, '203.0.113.7'));
    if (!(await keys.use(key, '203.0.113.7'))) throw new Error('the key is refused');
    await keys.flush();
    console.log(`select 1: p50 ${nothing.p50} ms, p99 ${nothing.p99} ms`);
    console.log(`key check, rate and use: p50 ${used.p50} ms, p99 ${used.p99} ms`);
  } finally {
    await drop();
  }
}

async function time(work: () => Promise<unknown>): Promise<{ p50: string; p99: string }> {
  const times: number[] = [];
  for (let n = 0; n < WARM + TIMES; n += 1) {
    const began = performance.now();
    await work();
    if (n >= WARM) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (part: number): string => (times[Math.floor(TIMES * part)] ?? 0).toFixed(3);
  return { p50: at(0.5), p99: at(0.99) };
}
