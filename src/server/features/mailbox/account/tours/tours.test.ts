import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

it('[TOUR-08] a viewed tour is complete, once, with or without a body', async () => {
  const account = await makeAccount(test.database.db);
  const who = await test.signIn(account.number);
  const tour = async () =>
    (await test.app.inject({ url: '/api/n1/db/f2e/GlobalSettings.json', ...who })).json<{ tour: number }>()
      .tour;
  const view = async (payload?: object) =>
    await test.app.inject({
      method: 'PUT',
      url: '/api/n1/db/f2e/TourViewed.json',
      ...who,
      ...(payload && { payload }),
    });
  expect(await tour()).toBe(0);
  expect((await view()).json()).toEqual({ success: true });
  expect(await tour()).toBe(2);
  expect((await view({})).json()).toEqual({ success: true });
  const audit = await test.database.db
    .selectFrom('audit')
    .select('action')
    .where('account_id', '=', account.id)
    .where('action', '=', 'tour.viewed')
    .execute();
  expect(audit).toHaveLength(1);
});
