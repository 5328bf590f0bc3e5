import { expect, it } from 'vitest';

import { formatDateTime, setTimeZone } from '#web/kit/format-date.ts';

import { makeAccount, makeFax } from './factories.ts';
import { startApp } from './start-app.ts';

/** A moment that is already in the next month in Tokyo, but still in the previous one in Los Angeles. */
const MOMENT = new Date('2026-10-31T15:30:00Z');

it('[SHELL-06] the server zone is New York unless F2E_TIMEZONE says otherwise; people see their own', async () => {
  for (const [env, offset] of [
    [{}, '-04:00'],
    [{ F2E_TIMEZONE: 'Asia/Tokyo' }, '+09:00'],
  ] as const) {
    const test = await startApp({ env });
    try {
      const { db } = test.database;
      const account = await makeAccount(db);
      const angeles = await db
        .selectFrom('timezone')
        .select('id')
        .where('system_name', '=', 'America/Los_Angeles')
        .executeTakeFirstOrThrow();
      await db.updateTable('account_settings').set({ timezone_id: angeles.id }).execute();
      await makeFax(db, account.id, { action: 'R', at: MOMENT });
      const who = await test.signIn(account.number);
      const read = async (path: string) => (await test.app.inject({ url: `/api/${path}`, ...who })).json();
      const list = await read('db/f2e/SSPFaxArchive.json?draw=1');
      const written = String(list.data[0].fax_date);
      expect([env, written]).toEqual([
        env,
        expect.stringMatching(new RegExp(`${offset.replace('+', '\\+')}$`, 'u')),
      ]);
      const settings = await read('n1/db/f2e/GlobalSettings.json');
      setTimeZone(settings.timeZoneLabel.system_name);
      expect(formatDateTime(written)).toBe('10/31/2026 08:30');
    } finally {
      await test.stop();
    }
  }
});
