import { expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const PATH = '/api/n1/db/f2e/SftpStorageSettings.json';

it('an installation that opens no private addresses refuses a host of the inside when it is saved, and keeps nothing', async () => {
  const test = await startApp();
  const account = await makeAccount(test.database.db);
  const who = await test.signIn(account.number);
  const saved = await test.app.inject({
    method: 'PUT',
    url: PATH,
    headers: who.headers,
    cookies: who.cookies,
    payload: {
      host: '127.0.0.1',
      login: 'a',
      pass: 'b',
    },
  });
  expect(saved.json()).toMatchObject({ error: 'STORAGE_HOST_NOT_ALLOWED' });
  expect(await test.database.db.selectFrom('storage_link').selectAll().execute()).toEqual([]);
  await test.stop();
});
