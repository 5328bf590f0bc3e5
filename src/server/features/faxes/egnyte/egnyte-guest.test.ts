import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startEgnyteRig } from '#test/egnyte-rig.ts';
import type { EgnytePerson, EgnyteRig } from '#test/egnyte-rig.ts';
import { addFile } from '#test/egnyte/fake-tree.ts';
import { makeAccount } from '#test/factories.ts';
import type { SignedIn } from '#test/start-app.ts';

/** The token of the person who chose the files. */
const TOKEN = 'token-of-the-person';
const NOBODY: SignedIn = { headers: {}, cookies: {} };

let rig: EgnyteRig;
beforeAll(async () => {
  rig = await startEgnyteRig();
});
afterAll(async () => await rig.stop());

/** Returns what Egnyte's server sends for "Send by fax" on a file. */
function invocation(change: object = {}): object {
  const { fake } = rig;
  fake.grants.tokens.set(TOKEN, Number.POSITIVE_INFINITY);
  addFile(fake.tree, '/Shared/Projects/letter.txt', Buffer.from('pages 2'));
  return {
    items: [{ name: 'letter.txt', path: '/Shared/Projects/letter.txt', size: 7 }],
    userInfo: { id: 1, username: 'jsmith' },
    domain: 'acme.egnyte.com',
    token: TOKEN,
    config: {},
    configSaveUrl: `${fake.url}/integrations/settings`,
    configSaveToken: `save-${Math.random()}`,
    ...change,
  };
}

/** Opens the consent page in a person's browser, logs in there, and allows what the page showed. */
async function allow(who: EgnytePerson, grant: object, pin = '') {
  const begun = await rig.ask(NOBODY, 'POST', 'begin.json', grant);
  const session = await rig.test.signIn(who.number);
  const consent = begun.cookies.find(({ name }) => name === 'f2e_consent')?.value ?? '';
  const cookies = { ...session.cookies, f2e_consent: consent, ...(pin !== '' && { f2e_task: pin }) };
  return await rig.ask({ headers: session.headers, cookies }, 'POST', 'login.php', grant);
}

/** Opens the address that Egnyte was given in a browser. */
async function open(redirect: string) {
  const { pathname, search } = new URL(redirect);
  const opened = await rig.test.app.inject({ method: 'GET', url: `${pathname}${search}` });
  const pin = opened.cookies.find(({ name }) => name === 'f2e_task')?.value ?? '';
  return { at: new URL(opened.headers.location ?? '', 'http://x'), pin };
}

/** Allows Egnyte, and then returns a task of this person in the browser that it is pinned to. */
async function task(who: EgnytePerson) {
  const save = { token: `t-${Math.random()}`, save_url: `${rig.fake.url}/integrations/settings` };
  await allow(who, { ...save, egnyteDomain: 'acme' });
  const config = rig.fake.settings.at(-1)?.data;
  const invoked = await rig.ask(NOBODY, 'POST', 'invoke.json', invocation({ config }));
  const { redirect } = invoked.json<{ redirect: string }>();
  const { at, pin } = await open(redirect);
  return { id: at.searchParams.get('task_id') ?? '', at, pin, redirect };
}

/** Submits the form of the page. */
async function send(id: string, to: string, { cookies, headers }: SignedIn) {
  const form = new FormData();
  const fields = { task_id: id, destinations: to, 'userfiles[0]': '0' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(form);
  return await rig.test.app.inject({
    method: 'POST',
    url: '/api/faxui/egnyte/sendFax.json',
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    cookies,
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

async function jobs(): Promise<{ to_number: string | null; origin: string }[]> {
  const { db } = rig.test.database;
  return await db.selectFrom('send_job').select(['to_number', 'origin']).orderBy('id').execute();
}

describe('the pages that Egnyte opens', () => {
  it('[EGG-18] [EGG-19] from a selection to a fax: invoked, opened, allowed, sent, and no token in between', async () => {
    const { ask, fake, test } = rig;
    const who = await rig.person();
    const invoked = await ask(NOBODY, 'POST', 'invoke.json', invocation());
    const { at, pin } = await open(invoked.json<{ redirect: string }>().redirect);
    expect(at.pathname).toBe('/egnyte/connect');
    const { redirect_id: id = '', token, save_url: saveUrl } = Object.fromEntries(at.searchParams);
    const body = { token, save_url: saveUrl, egnyteDomain: 'acme.egnyte.com', redirect_id: id };
    const allowed = await allow(who, body, pin);
    expect(allowed.json()).toEqual({ success: true, redirectUrl: `/egnyte/send-fax?task_id=${id}` });
    expect(fake.settings.at(-1)?.data['f2e_key']).toMatch(/^[\w-]{43}$/);
    const guest = { headers: {}, cookies: { f2e_task: pin } };
    const files = await ask(guest, 'GET', `getFiles.json?task_id=${id}`);
    expect(files.json()).toMatchObject({ data: { faxnumber: who.number, username: 'jsmith' } });
    for (const { body: text } of [invoked, allowed, files]) expect(text).not.toContain(TOKEN);
    const to = await makeAccount(test.database.db);
    const before = await jobs();
    expect((await send(id, to.number, guest)).json()).toMatchObject({ success: true });
    expect((await jobs()).slice(before.length)).toEqual([{ to_number: to.number, origin: 'egnyte' }]);
  });

  it('[A-SEND-23] nobody faxes, or looks at, the files that somebody else chose', async () => {
    const [owner, other] = [await rig.person(), await rig.person()];
    const [mine, theirs] = [await task(owner), await task(other)];
    const to = await makeAccount(rig.test.database.db);
    const before = await jobs();
    const foreign: SignedIn[] = [
      { headers: {}, cookies: { f2e_task: theirs.pin } },
      { headers: other.headers, cookies: { ...other.cookies, f2e_task: theirs.pin } },
      { headers: owner.headers, cookies: owner.cookies },
      NOBODY,
    ];
    for (const who of foreign) {
      expect((await send(mine.id, to.number, who)).statusCode).toBe(404);
      expect((await rig.ask(who, 'GET', `getFiles.json?task_id=${mine.id}`)).statusCode).toBe(404);
    }
    expect(await jobs()).toEqual(before);
    expect(
      (await send(mine.id, to.number, { headers: {}, cookies: { f2e_task: mine.pin } })).statusCode,
    ).toBe(200);
  });

  it('[A-EGNYTE-03] settings are saved at Egnyte’s own address and nowhere else', async () => {
    const who = await rig.person();
    let seen = 0;
    const stranger = createServer((socket) => {
      seen += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => {
      stranger.listen(0, '127.0.0.1', resolve);
    });
    const { port } = stranger.address() as AddressInfo;
    const own = new URL(rig.fake.url).host;
    const before = rig.fake.requests.length;
    for (const hostile of [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://${own}@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}/?${rig.fake.url}`,
      'http://169.254.169.254/',
      'https://evil.test/',
      'https://x.egnyte.com.evil.test/',
      'javascript:alert(1)',
      '//evil.test',
      'data:,x',
    ]) {
      const body = { token: 'one-time', egnyteDomain: 'acme.egnyte.com', redirect_id: '', save_url: hostile };
      for (const path of ['begin.json', 'login.php']) {
        const answer = await rig.ask(who, 'POST', path, body);
        expect([hostile, answer.statusCode]).toEqual([hostile, 400]);
        expect(answer.body).not.toContain('redirectUrl');
        expect(answer.cookies).toEqual([]);
      }
    }
    expect([seen, rig.fake.requests.length]).toEqual([0, before]);
    stranger.close();
  });

  it('knows the person the next time, and lets nobody open an address twice', async () => {
    const { at, redirect } = await task(await rig.person());
    expect(at.pathname).toBe('/egnyte/send-fax');
    const again = await open(redirect);
    expect([again.at.pathname, again.pin]).toEqual(['/egnyte/info', '']);
  });

  it('[A-EGNYTE-08] files that were chosen before are not faxed once the right to fax has ended', async () => {
    const { ask, test } = rig;
    const { db } = test.database;
    const who = await rig.person();
    const [first, second] = [await task(who), await task(who)];
    const to = await makeAccount(db);
    const statuses = async ({ id, pin }: { id: string; pin: string }) => {
      const guest = { headers: {}, cookies: { f2e_task: pin } };
      const files = await ask(guest, 'GET', `getFiles.json?task_id=${id}`);
      return [files.statusCode, (await send(id, to.number, guest)).statusCode];
    };
    expect([await statuses(first), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const before = await jobs();
    // A new password removes one of the keys that Egnyte keeps.
    const links = await db.selectFrom('egnyte_link').select('id').orderBy('id', 'desc').limit(2).execute();
    await db
      .deleteFrom('egnyte_link')
      .where('id', '=', links[0]?.id ?? 0)
      .execute();
    expect([await statuses(first), await statuses(second)]).toEqual([
      [200, 200],
      [404, 404],
    ]);
    await ask(who, 'POST', 'disconnect.json', {});
    expect(await statuses(first)).toEqual([404, 404]);
    expect(await jobs()).toHaveLength(before.length + 1);
  });

  it('believes no call that Egnyte itself does not confirm', async () => {
    for (const change of [
      { token: 'made-up' },
      { userInfo: { id: 2, username: 'x' } },
      { domain: 'evil.test' },
      { domain: 'acme.egnyte.com.evil.test' },
    ])
      expect((await rig.ask(NOBODY, 'POST', 'invoke.json', invocation(change))).statusCode).toBe(403);
  });
});
