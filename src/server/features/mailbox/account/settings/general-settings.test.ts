import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const SETTINGS = '/api/n1/db/f2e/GlobalSettings.json';

describe('general settings', () => {
  let test: TestApp;
  let owner: SignedIn;
  let accountId: number;

  beforeAll(async () => {
    test = await startApp();
    const account = await makeAccount(test.database.db);
    accountId = account.id;
    owner = await test.signIn(account.number);
  });
  afterAll(async () => await test.stop());

  const read = async (url = SETTINGS) => (await test.app.inject({ url, ...owner })).json<object>();
  const put = async (payload: object) =>
    await test.app.inject({ method: 'PUT', url: SETTINGS, ...owner, payload });

  it('[PGEN-06] [PGEN-09] [SHELL-08] reads and changes notifyNew, warnDelete, singleKeys, language and timezoneId; tour stays', async () => {
    expect(await read()).toEqual({
      notifyNew: '1',
      warnDelete: '1',
      singleKeys: '0',
      language: 'en',
      timezoneId: '5',
      tour: 0,
      timeZoneLabel: {
        timezone_id: '5',
        name: '(UTC-05:00) Eastern Time (US & Canada)',
        system_name: 'America/New_York',
      },
    });
    const answer = await put({ notifyNew: '0', warnDelete: 'false', timezoneId: 54 });
    expect(answer.json()).toMatchObject({
      success: true,
      data: {
        notifyNew: '0',
        warnDelete: '0',
        timezoneId: '54',
        timeZoneLabel: { system_name: 'Asia/Tokyo' },
      },
    });
    expect(await read()).toEqual(answer.json<{ data: object }>().data);
    await put({ notifyNew: 1, singleKeys: '1' });
    expect(await read()).toMatchObject({
      notifyNew: '1',
      warnDelete: '0',
      singleKeys: '1',
      timezoneId: '54',
    });
  });

  it('[A-TENANT-14] changes the five settings and nothing else that a body may name', async () => {
    const main = '/api/n1/db/f2e/MainInterface.json';
    const before = await read(main);
    const answer = await put({
      notifyNew: 1,
      monthLimit: 999_999,
      enterprise: 1,
      options: 'enterprisefax=yes',
      isHIPAA: 0,
      id: 2,
      tour: 2,
    });
    expect(answer.statusCode).toBe(200);
    expect(await read(main)).toEqual(before);
    expect(await read()).toMatchObject({ tour: 0 });
  });

  it('[A-QUERY-10] stores no language that the installation has no texts for', async () => {
    for (const language of ['../../x', 'en\r\nX: y', 'xx', 'EN', '', 'en/../en', '__proto__']) {
      const answer = await put({ language });
      expect([language, answer.statusCode]).toEqual([language, 400]);
    }
    expect(await read()).toMatchObject({ language: 'en' });
    expect((await put({ language: 'en' })).statusCode).toBe(200);
  });

  it('[A-QUERY-11] refuses a time zone that does not exist, changes nothing then, and the dashboard still loads', async () => {
    const before = await read();
    for (const timezoneId of [99_999, -1, 'abc', 0, 1.5, '5; drop table fax', null]) {
      const answer = await put({ timezoneId, notifyNew: '0' });
      expect([timezoneId, answer.statusCode]).toEqual([timezoneId, 400]);
    }
    expect(await read()).toEqual(before);
    const dashboard = await test.app.inject({ url: '/api/n1/db/f2e/Dashboard.json', ...owner });
    expect(dashboard.statusCode).toBe(200);
  });

  it('[PGEN-07] lists the time zones by offset, then name', async () => {
    const zones = (await read('/api/n1/db/f2e/TimeZoneList.json')) as { timezone_id: string; name: string }[];
    expect(zones.length).toBeGreaterThan(50);
    expect(zones[0]).toEqual({
      timezone_id: '1',
      name: '(UTC-11:00) Midway Island',
      system_name: 'Pacific/Midway',
    });
    expect(new Set(zones.map((zone) => zone.timezone_id)).size).toBe(zones.length);
  });

  it('writes an audit row for a change, and none when nothing changed', async () => {
    const rows = async () =>
      await test.database.db
        .selectFrom('audit')
        .select(['actor_id', 'account_id', 'detail'])
        .where('action', '=', 'settings.change')
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
    const before = (await rows()).length;
    await put({ warnDelete: '1' });
    await put({ warnDelete: '1' });
    const after = await rows();
    expect(after.length).toBe(before + 1);
    expect(after.at(-1)).toEqual({
      actor_id: accountId,
      account_id: accountId,
      detail: { warn_delete: true },
    });
  });
});
