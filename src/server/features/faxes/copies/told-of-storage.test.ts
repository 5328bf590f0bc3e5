import { afterAll, beforeAll, expect, it } from 'vitest';

import { readMails } from '#test/mails.ts';
import { administratorLogin, makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { startStorageRig } from '#test/storage-rig.ts';
import type { StorageRig } from '#test/storage-rig.ts';

let rig: StorageRig;
beforeAll(async () => {
  rig = await startStorageRig();
});
afterAll(async () => await rig.stop());

/** Returns what an owner was told about places for received faxes. */
async function told(email: string): Promise<string[]> {
  await rig.test.runJobs();
  const mails = await readMails(rig.test.folder);
  return mails
    .filter(({ template, to }) => template === 'storage-changed' && to === email)
    .map(({ text }) => text);
}

it('[A-SFTP-10] an owner is told of each new server or login that received faxes are copied to, and of nothing else', async () => {
  const who = await rig.person();
  await rig.save(who, { pass: '' });
  expect(await told(who.email)).toEqual([]);
  await rig.save(who);
  expect(await told(who.email)).toEqual([expect.stringContaining('127.0.0.1')]);
  await rig.save(who, { pass: '', dir: '/in/others' });
  await rig.save(who, { pass: '', status: 'N' });
  await rig.save(who, { pass: '' });
  expect(await told(who.email)).toHaveLength(1);
  await rig.save(who, { host: '127.0.0.2', status: 'N' });
  await rig.save(who, { host: '127.0.0.2', pass: '' });
  expect(await told(who.email)).toHaveLength(2);
});

it('[A-SFTP-10] an owner is told, too, when the administrator chooses the place', async () => {
  const parent = await makeAdministrator(rig.test.database.db);
  const { id, email } = await makeManagedAccount(rig.test.database.db, parent);
  const by = await administratorLogin(rig.test, parent.username);
  expect((await rig.save(by, { user_id: String(id) })).statusCode).toBe(200);
  expect(await told(email)).toHaveLength(1);
});
