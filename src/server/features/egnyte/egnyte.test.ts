import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { EGNYTE_CLIENT } from '#test/egnyte/fake-answers.ts';
import { startFakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import { addFile } from '#test/egnyte/fake-tree.ts';
import { makeAccount } from '#test/factories.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { deliverDue } from '../storage/storage.worker.ts';

const BASE = '/api/faxui/egnyte';

describe('Egnyte', () => {
  let fake: FakeEgnyte;
  let test: TestApp;
  beforeAll(async () => {
    fake = await startFakeEgnyte();
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
    await fake.stop();
  });

  type Who = Awaited<ReturnType<typeof makeAccount>> & SignedIn;
  const person = async (): Promise<Who> => {
    const account = await makeAccount(test.database.db);
    return { ...account, ...(await test.signIn(account.number)) };
  };
  const ask = async (who: SignedIn, method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) =>
    await test.app.inject({
      method,
      url: `${BASE}/${path}`,
      headers: who.headers,
      cookies: who.cookies,
      ...(payload && { payload }),
    });
  /** Through the consent page and back, as a browser goes. */
  const consent = async (who: Who, answer: 'allow' | 'deny' = 'allow') => {
    const begun = await ask(who, 'GET', 'oauth.php?egnyte_domain=ACME');
    const agreed = await fetch(`${begun.headers.location}&${answer}=1`, { redirect: 'manual' });
    const back = new URL(agreed.headers.get('location') ?? '');
    return { begun, back: `oauth.php${back.search}` };
  };
  const connected = async (folder = '/Shared/Faxes'): Promise<Who> => {
    const who = await person();
    await ask(who, 'GET', (await consent(who)).back);
    await ask(who, 'PUT', 'update.json', { egnytedirectory: folder, egnyteisactive: '1' });
    return who;
  };

  it('[EGU-19] [EGU-18] [EGU-22] connects by the consent page, tells its state, and disconnects', async () => {
    const who = await person();
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: false });
    const { begun, back } = await consent(who);
    expect(begun.statusCode).toBe(302);
    expect(begun.headers.location).toContain(`${fake.url}/puboauth/token?client_id=`);
    const finished = await ask(who, 'GET', back);
    expect(finished.body).toContain('window.close()');
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toEqual({
      isConnected: true,
      domain: 'acme',
      egnytedirectory: '',
      egnyteisactive: '0',
      directoryIsWriteable: false,
      showSelectLocation: true,
    });
    expect((await ask(who, 'POST', 'disconnect.json', {})).json()).toEqual({ success: true });
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({
      isConnected: false,
      domain: '',
    });
  });

  it('[A-EGNYTE-02] takes no answer of somebody else, no made-up state, and none twice', async () => {
    const [mine, other] = [await person(), await person()];
    const { back } = await consent(mine);
    expect((await ask(other, 'GET', back)).statusCode).toBe(400);
    expect((await ask(mine, 'GET', 'oauth.php?code=x&state=made-up')).statusCode).toBe(400);
    expect((await ask(mine, 'GET', back)).statusCode).toBe(200);
    expect((await ask(mine, 'GET', back)).statusCode).toBe(400);
    expect((await ask(other, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: false });
    const denied = await consent(other, 'deny');
    expect((await ask(other, 'GET', denied.back)).statusCode).toBe(400);
  });

  it('[A-EGNYTE-01] leads to no host but the domain', async () => {
    const who = await person();
    for (const domain of [
      'evil.test/#',
      'a.evil.test?',
      'a@evil.test',
      'a%2eevil',
      'a'.repeat(33),
      'é',
      '',
    ]) {
      const answer = await ask(who, 'GET', `oauth.php?egnyte_domain=${encodeURIComponent(domain)}`);
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
  });

  it('[EGU-20] [EGU-21] [EGU-23] lists folders and saves those that take files', async () => {
    const who = await connected();
    expect((await ask(who, 'GET', 'folders.json?folderpath=/Shared')).json()).toMatchObject({
      folders: [
        { name: 'Faxes', path: '/Shared/Faxes', isSelectable: true },
        { name: 'Projects', isSelectable: true },
        { name: 'ReadOnly', isSelectable: false },
      ],
    });
    const refused = await ask(who, 'PUT', 'update.json', {
      egnytedirectory: '/Shared/ReadOnly',
      egnyteisactive: '1',
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      412,
      { success: false, directoryIsWriteable: false },
    ]);
    await ask(who, 'PUT', 'updatePath.json', { egnytedirectory: '/Shared/Projects' });
    expect((await ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({
      egnytedirectory: '/Shared/Projects',
      egnyteisactive: '1',
      directoryIsWriteable: true,
    });
    for (const path of ['/Shared/../x', '/..', 'relative', '/a\\b'])
      expect((await ask(who, 'GET', `folders.json?folderpath=${encodeURIComponent(path)}`)).statusCode).toBe(
        400,
      );
  });

  it('[EGU-24] copies received faxes into the folder while it is on', async () => {
    const who = await connected();
    const arrived = await test.sending.arrivals.receive({
      lineId: null,
      callRef: 'egnyte-1',
      caller: '3105550111',
      stationId: '',
      ...{
        called: who.number,
        tiff: Buffer.from('pages 1'),
        source: 'line',
      },
    });
    await deliverDue(test.copies);
    const fid = arrived.accepted ? arrived.fid : 0;
    const copies = [...fake.tree.keys()].filter((path) => path.endsWith(`_${fid}.pdf`));
    expect(copies).toEqual([expect.stringMatching(/^\/Shared\/Faxes\/Fax_3105550111_\d{8}_\d{6}_\d+\.pdf$/)]);
  });

  describe('its own pages', () => {
    const invocation = (change: object = {}) => {
      fake.grants.tokens.set('token-of-the-person', Number.POSITIVE_INFINITY);
      addFile(fake.tree, '/Shared/Projects/letter.txt', Buffer.from('pages 2'));
      return {
        items: [{ name: 'letter.txt', path: '/Shared/Projects/letter.txt', size: 7 }],
        userInfo: { id: 1, username: 'jsmith' },
        domain: 'acme.egnyte.com',
        token: 'token-of-the-person',
        config: {},
        configSaveUrl: `${fake.url}/integrations/settings`,
        configSaveToken: `save-${Math.random()}`,
        ...change,
      };
    };
    const nobody: SignedIn = { headers: {}, cookies: {} };
    const open = async (redirect: string) => {
      const { pathname, search } = new URL(redirect);
      const opened = await test.app.inject({ method: 'GET', url: `${pathname}${search}` });
      const pin = opened.cookies.find(({ name }) => name === 'f2e_task')?.value ?? '';
      return { at: new URL(opened.headers.location ?? '', 'http://x'), pin };
    };

    it('[EGG-18] [EGG-19] from a selection to a fax: invoked, opened, allowed, sent, and no token in between', async () => {
      const who = await person();
      const invoked = await ask(nobody, 'POST', 'invoke.json', invocation());
      const { at, pin } = await open(invoked.json<{ redirect: string }>().redirect);
      expect(at.pathname).toBe('/egnyte/connect');
      const { redirect_id: task, token, save_url: saveUrl } = Object.fromEntries(at.searchParams);
      const browser = { headers: who.headers, cookies: { ...who.cookies, f2e_task: pin } };
      const body = { token, egnyteDomain: 'acme.egnyte.com', redirect_id: task };
      for (const hostile of [
        'http://169.254.169.254/',
        'https://evil.test/',
        'https://x.egnyte.com.evil.test/',
        'javascript:alert(1)',
        '//evil.test',
        'data:,x',
      ])
        expect((await ask(browser, 'POST', 'login.php', { ...body, save_url: hostile })).statusCode).toBe(
          400,
        );
      const allowed = await ask(browser, 'POST', 'login.php', { ...body, save_url: saveUrl });
      expect(allowed.json()).toEqual({ success: true, redirectUrl: `/egnyte/send-fax?task_id=${task}` });
      expect(fake.settings.at(-1)?.data['f2e_key']).toMatch(/^[\w-]{43}$/);
      const guest = { headers: {}, cookies: { f2e_task: pin } };
      const files = await ask(guest, 'GET', `getFiles.json?task_id=${task}`);
      expect(files.json()).toMatchObject({ data: { faxnumber: who.number, username: 'jsmith' } });
      for (const { body: text } of [invoked, allowed, files])
        expect(text).not.toContain('token-of-the-person');

      const to = await makeAccount(test.database.db);
      const form = new FormData();
      for (const [name, value] of Object.entries({
        task_id: task ?? '',
        destinations: to.number,
        'userfiles[0]': '0',
      }))
        form.set(name, value);
      const encoded = new Response(form);
      const payload = Buffer.from(await encoded.arrayBuffer());
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      const send = async (cookies: Record<string, string>) =>
        await test.app.inject({ method: 'POST', url: `${BASE}/sendFax.json`, headers, cookies, payload });
      expect((await send({ f2e_task: 'of-somebody-else' })).statusCode).toBe(404);
      expect((await send(guest.cookies)).json()).toMatchObject({ success: true });
      const jobs = await test.database.db.selectFrom('send_job').select(['to_number', 'origin']).execute();
      expect(jobs).toEqual([{ to_number: to.number, origin: 'egnyte' }]);
    });

    it('knows the person the next time, and lets nobody open an address twice', async () => {
      const who = await person();
      const save = { token: `t-${Math.random()}`, save_url: `${fake.url}/integrations/settings` };
      const first = await ask(who, 'POST', 'login.php', { ...save, egnyteDomain: 'acme' });
      expect(first.json()).toMatchObject({ redirectUrl: '/egnyte/connect?connected=true' });
      const config = fake.settings.at(-1)?.data;
      const invoked = await ask(nobody, 'POST', 'invoke.json', invocation({ config }));
      const { redirect } = invoked.json<{ redirect: string }>();
      expect((await open(redirect)).at.pathname).toBe('/egnyte/send-fax');
      const again = await open(redirect);
      expect([again.at.pathname, again.pin]).toEqual(['/egnyte/info', '']);
    });

    it('believes no call that Egnyte itself does not confirm', async () => {
      for (const change of [
        { token: 'made-up' },
        {
          userInfo: {
            id: 2,
            username: 'x',
          },
        },
        { domain: 'evil.test' },
        { domain: 'acme.egnyte.com.evil.test' },
      ])
        expect((await ask(nobody, 'POST', 'invoke.json', invocation(change))).statusCode).toBe(403);
    });
  });
});
