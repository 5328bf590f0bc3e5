import { addFile } from '#test/egnyte/fake-tree.ts';
import { makeManagedAccount } from '#test/multifax-rig.ts';
import type { SignedIn } from '#test/start-app.ts';

import { GUEST } from './world.ts';
import type { Audited, World } from './world.ts';

const child = async ({ test, parent }: World, values: object = {}) => {
  const { id, email, number } = await makeManagedAccount(test.database.db, parent, values);
  return { id: String(id), email, number };
};
const freeNumber = async ({ one }: World, digits: string) => {
  await one(`insert into number (digits, kind, area_code) values ($1, 'local', '415')`, [digits]);
};
/** A storage without a server: saving it makes no connection. */
const storageOf = async (world: World, type: 'sftp' | 'egnyte') => {
  const { id } = await child(world);
  return { as: world.parent.session, body: { user_id: id, type, status: 'N', host: '', username: 'acme' } };
};
const stored = async (world: World, type: 'sftp' | 'egnyte') => {
  const request = await storageOf(world, type);
  await world.ask(type === 'sftp' ? 'addSftpStorage' : 'addEgnyteStorage', request);
  return request;
};
/** Creates a person whose account is connected to Egnyte. */
const connected = async ({ ask, egnyte, person, test }: World) => {
  const as = await person();
  const begun = await test.app.inject({ url: '/api/faxui/egnyte/oauth.php?egnyte_domain=ACME', ...as });
  const agreed = await fetch(`${String(begun.headers.location)}&allow=1`, { redirect: 'manual' });
  const { search } = new URL(agreed.headers.get('location') ?? '');
  await test.app.inject({ url: `/api/faxui/egnyte/oauth.php${search}`, ...as });
  await ask('egnyteUpdatePath', { as, body: { egnytedirectory: '/Shared/Faxes' } });
  if (egnyte.grants.tokens.size === 0) throw new Error('nobody allowed anything');
  return as;
};
/** Consents to send files from Egnyte, as the page does. */
const consent = async ({ ask, egnyte, person }: World) => {
  const body = {
    token: `t-${Math.random()}`,
    save_url: `${egnyte.url}/integrations/settings`,
    egnyteDomain: 'acme',
  };
  const begun = await ask('egnyteBegin', { body });
  // The login must follow the begin of the consent.
  const { headers, cookies } = await person();
  const asked = begun.cookies.find(({ name }) => name === 'f2e_consent')?.value ?? '';
  return { as: { headers, cookies: { ...cookies, f2e_consent: asked } }, body };
};
/** Creates a task of a person who consented, and returns the session of the browser that it is pinned to. */
const task = async (world: World): Promise<{ id: string; as: SignedIn }> => {
  const { ask, egnyte, test } = world;
  await ask('egnyteLogin', await consent(world));
  const config = egnyte.settings.at(-1)?.data;
  const answer = await ask('egnyteInvoke', { body: { ...invocation(world), config } });
  const { pathname, search } = new URL(answer.json<{ redirect: string }>().redirect);
  const opened = await test.app.inject({ url: `${pathname}${search}` });
  const pin = opened.cookies.find(({ name }) => name === 'f2e_task')?.value ?? '';
  const at = new URL(opened.headers.location ?? '', 'http://x');
  return { id: at.searchParams.get('task_id') ?? '', as: { ...GUEST, cookies: { f2e_task: pin } } };
};
const invocation = ({ egnyte }: World) => {
  egnyte.grants.tokens.set('token-of-the-person', Number.POSITIVE_INFINITY);
  addFile(egnyte.tree, '/Shared/Projects/letter.txt', Buffer.from('pages 2'));
  return {
    items: [{ name: 'letter.txt', path: '/Shared/Projects/letter.txt', size: 7 }],
    userInfo: { id: 1, username: 'jsmith' },
    domain: 'acme.egnyte.com',
    token: 'token-of-the-person',
    config: {},
    configSaveUrl: `${egnyte.url}/integrations/settings`,
    configSaveToken: `save-${Math.random()}`,
  };
};

/** What administrators do with accounts. */
export const CUSTOMER_REQUESTS = {
  placeLegalHold: [
    'hold.place',
    async (world) => ({ body: { uid: (await child(world)).id, reason: 'case 7' } }),
  ],
  liftLegalHold: [
    'hold.lift',
    async (world) => {
      const { id: uid } = await child(world);
      await world.ask('placeLegalHold', { body: { uid, reason: 'case 7' } });
      return { body: { uid } };
    },
  ],
  addService: [
    'account.add',
    async (world) => {
      await freeNumber(world, '4155550901');
      return {
        body: {
          email: 'new@example.com',
          productType: 'local',
          productName: 'MF-LOCAL',
          areaId: '415',
          parentId: world.parent.id,
        },
      };
    },
  ],
  bulkAddServices: [
    'account.add',
    async (world) => {
      await freeNumber(world, '4155550902');
      return { body: { text: 'bulk@example.com,local,415' } };
    },
  ],
  openMailbox: [
    'mailbox.view',
    async (world) => {
      const { id } = await child(world);
      await world.one(`update product set parent_view = true where code = 'MF-LOCAL'`);
      await world.one(
        `update account set product_id = (select max(id) from product where code = 'MF-LOCAL') where id = $1`,
        [id],
      );
      return { body: { id } };
    },
  ],
  changeService: [
    'account.change',
    async (world) => ({ body: { ...(await child(world)), email: 'changed@example.com' } }),
  ],
  resendServiceLink: [
    'account.resend-verify',
    async (world) => ({ body: { id: (await child(world, { verified: false })).id } }),
  ],
  deleteService: ['account.close', async (world) => ({ body: { id: (await child(world)).id } })],
} as const satisfies Record<string, Audited>;

/** Storages, and the calls of the pages that Egnyte opens. */
export const STORAGE_REQUESTS = {
  addSftpStorage: ['storage.disconnect', async (world) => await storageOf(world, 'sftp')],
  changeSftpStorage: ['storage.disconnect', async (world) => await stored(world, 'sftp')],
  addEgnyteStorage: ['storage.save', async (world) => await storageOf(world, 'egnyte')],
  changeEgnyteStorage: ['storage.save', async (world) => await stored(world, 'egnyte')],
  storageRetry: ['storage.retry', async (world) => await stored(world, 'sftp')],
  egnyteUpdate: [
    'storage.save',
    async (world) => ({
      as: await connected(world),
      body: { egnytedirectory: '/Shared/Faxes', egnyteisactive: '1' },
    }),
  ],
  egnyteUpdatePath: [
    'storage.save',
    async (world) => ({ as: await connected(world), body: { egnytedirectory: '/Shared/Projects' } }),
  ],
  egnyteDisconnect: ['storage.disconnect', async (world) => ({ as: await connected(world) })],
  egnyteLogin: ['egnyte.allow', async (world) => await consent(world)],
  egnyteSendFax: [
    'fax.send',
    async (world) => {
      const { id, as } = await task(world);
      const form = new FormData();
      const fields = { task_id: id, destinations: '3105550111', 'userfiles[0]': '0' };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return { as, form };
    },
  ],
} as const satisfies Record<string, Audited>;
