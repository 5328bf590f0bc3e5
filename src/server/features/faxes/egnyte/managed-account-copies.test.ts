import { afterAll, beforeAll, expect, it } from 'vitest';

import { EGNYTE_CLIENT } from '#test/egnyte/fake-answers.ts';
import { startFakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import { makeManagedAccount, makeAdministrator, administratorLogin } from '#test/multifax-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from '#test/sshd.ts';
import type { Sshd } from '#test/sshd.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { deliverDue } from '#server/features/faxes/copies/storage.worker.ts';

let fake: FakeEgnyte;
let server: Sshd;
let test: TestApp;
beforeAll(async () => {
  [fake, server] = await Promise.all([startFakeEgnyte(), startSshd()]);
  test = await startApp({
    documents: fakeDocuments({ exportPdf: async (tiff) => tiff }),
    env: {
      F2E_ALLOW_PRIVATE_HOSTS: '1',
      F2E_EGNYTE_BASE_URL: fake.url,
      F2E_EGNYTE_CLIENT_ID: EGNYTE_CLIENT.id,
      F2E_EGNYTE_CLIENT_SECRET: EGNYTE_CLIENT.secret,
    },
  });
});
afterAll(async () => {
  await test.stop();
  await Promise.all([fake.stop(), server.remove()]);
});

const ask = async (who: SignedIn, method: 'GET' | 'PUT', url: string, payload?: object) =>
  await test.app.inject({ method, url, ...who, ...(payload && { payload }) });

/** Connects the managed account to Egnyte by its own consent, and sets the folder. */
async function connectEgnyte(child: SignedIn): Promise<void> {
  const begun = await ask(child, 'GET', '/api/faxui/egnyte/oauth.php?egnyte_domain=acme');
  const agreed = await fetch(`${begun.headers.location}&allow=1`, { redirect: 'manual' });
  const { search } = new URL(agreed.headers.get('location') ?? '');
  await ask(child, 'GET', `/api/faxui/egnyte/oauth.php${search}`);
  const folder = { egnytedirectory: '/Shared/Faxes', egnyteisactive: '1' };
  expect((await ask(child, 'PUT', '/api/faxui/egnyte/update.json', folder)).statusCode).toBe(200);
}

it('[MFS-25] what a child receives is copied to each place that its administrator has on, and to none that is off', async () => {
  const parent = await makeAdministrator(test.database.db);
  const child = await makeManagedAccount(test.database.db, parent);
  const boss = await administratorLogin(test, parent.username);
  await connectEgnyte(await test.signIn(child.number));
  const set = async (name: 'sftp' | 'egnyte', status: 'Y' | 'N', more: object = {}) => {
    const path = { sftp: 'SftpStorageSettings', egnyte: 'EgnyteStorageSettings' }[name];
    const body = { user_id: String(child.id), type: name, status, ...more };
    expect((await ask(boss, 'PUT', `/api/n1/db/f2e/${path}.json`, body)).statusCode).toBe(200);
  };
  const login = { host: '127.0.0.1', port: String(server.port), login: SFTP_LOGIN, pass: SFTP_PASSWORD };
  await set('sftp', 'Y', { dir: '/in/child', ...login });
  let calls = 0;
  const copies = async () => {
    const fax = { tiff: Buffer.from('pages 1'), source: 'line' as const, stationId: '', lineId: null };
    const arrived = await test.sending.arrivals.receive({
      ...fax,
      callRef: `child-${(calls += 1)}`,
      caller: '3105550111',
      called: child.number,
    });
    while ((await deliverDue(test.copies)) > 0);
    const fid = arrived.accepted ? arrived.fid : 0;
    const places = [[...fake.tree.keys()], [...(await server.files('in')).keys()]];
    return places.map((names) => names.filter((name) => name.endsWith(`_${fid}.pdf`)).length);
  };
  expect(await copies()).toEqual([1, 1]);
  await set('egnyte', 'N');
  expect(await copies()).toEqual([0, 1]);
  await set('sftp', 'N');
  expect(await copies()).toEqual([0, 0]);
  await set('egnyte', 'Y');
  expect(await copies()).toEqual([1, 0]);
});
