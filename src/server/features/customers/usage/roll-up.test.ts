import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { multifaxUsageJobs } from './multifax-usage.jobs.ts';
import { MultifaxUsage } from './multifax-usage.service.ts';

describe('the roll-up of usage', () => {
  let database: TestDatabase;
  let usage: MultifaxUsage;

  beforeAll(async () => {
    database = await createTestDatabase();
    usage = new MultifaxUsage({ database, zone: 'America/New_York' });
  });
  afterAll(async () => await database.drop());

  it('looks at a day of long ago again when it is asked for by name', async () => {
    const { id } = await makeAccount(database.db);
    const shown = async () =>
      (await database.pool.query('select shown_sent from usage_day where account_id = $1', [id])).rows;
    await database.pool.query(
      `insert into usage_day (account_id, day, sent_pages, rcvd_pages) values ($1, '2026-03-04', 5, 0)`,
      [id],
    );
    await database.pool.query(`update usage_rollup set through = '2026-06-01'`);
    await usage.rollUp();
    expect(await shown()).toEqual([{ shown_sent: 0 }]);
    await usage.rollUp('2026-03-04');
    expect(await shown()).toEqual([{ shown_sent: 5 }]);
  });

  it('happens once a day, when the installation says', () => {
    const [job] = multifaxUsageJobs(usage, { hour: 4, minute: 30 });
    expect(job?.cron).toBe('30 4 * * *');
  });
});
