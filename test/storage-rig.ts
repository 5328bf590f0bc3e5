import type { LightMyRequestResponse } from 'fastify';

import type { AccountId } from '#server/kit/scope.ts';

import { copying } from './copying.ts';
import type { Copying } from './copying.ts';
import { makeAccount } from './factories.ts';
import { fakeDocuments } from './sending-rig.ts';
import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from './sshd.ts';
import type { Sshd } from './sshd.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Padding that makes files larger than the server's small disk, in bytes. */
const PDF_FILLING = 8_192;

/** Path of the settings of SFTP storage, for accounts and administrators. */
export const SFTP_SETTINGS = '/api/n1/db/f2e/SftpStorageSettings.json';

/** A logged-in account. */
export type StoragePerson = SignedIn & { id: AccountId; number: string; email: string };

type Method = 'GET' | 'POST' | 'PUT';

/** The result of one copy. */
export interface CopyState {
  state: string;
  tries: number;
  place: string;
}

/** The real application with a real OpenSSH server; no worker runs, so tests deliver explicitly. */
export interface StorageRig extends Copying {
  test: TestApp;
  server: Sshd;
  person(): Promise<StoragePerson>;
  ask(who: SignedIn, method: Method, url: string, payload?: object): Promise<LightMyRequestResponse>;
  /** Saves the form with the rig's server; `change` overrides fields. */
  save(who: SignedIn, change?: object, method?: Method): Promise<LightMyRequestResponse>;
  settings(who: SignedIn): Promise<Record<string, unknown>>;
  /** Makes every storage due now, whatever it is waiting for. */
  due(): Promise<void>;
  states(account: AccountId): Promise<CopyState[]>;
  stop(): Promise<void>;
}

/** Starts both, with `more` settings of the application; call `stop` in afterAll. */
export async function startStorageRig(more: Record<string, string> = {}): Promise<StorageRig> {
  const documents = fakeDocuments({
    exportPdf: async (tiff, _, __, texts = []) =>
      Buffer.concat([
        Buffer.from('%PDF-'),
        tiff,
        Buffer.from(JSON.stringify(texts)),
        Buffer.alloc(PDF_FILLING, ' '),
      ]),
    exportTiff: async (tiff) => tiff,
    pageImage: async () => ({ kind: 'ok', gif: Buffer.from('GIF89a') }),
  });
  const test = await startApp({ documents, env: { F2E_ALLOW_PRIVATE_HOSTS: '1', ...more } });
  const server = await startSshd();
  const { db } = test.database;
  const ask: StorageRig['ask'] = async ({ headers, cookies }, method, url, payload) =>
    await test.app.inject({ method, url, headers, cookies, ...(payload && { payload }) });
  const login = { host: '127.0.0.1', port: String(server.port), login: SFTP_LOGIN, pass: SFTP_PASSWORD };
  return {
    test,
    server,
    ask,
    person: async () => {
      const account = await makeAccount(db);
      return { ...account, ...(await test.signIn(account.number)) };
    },
    save: async (who, change = {}, method = 'PUT') =>
      await ask(who, method, SFTP_SETTINGS, {
        type: 'sftp',
        status: 'Y',
        dir: '/in/copies',
        ...login,
        ...change,
      }),
    settings: async (who) => (await ask(who, 'GET', SFTP_SETTINGS)).json(),
    ...copying(test),
    due: async () => {
      await db
        .updateTable('storage_link')
        .set({ next_at: new Date(0) })
        .execute();
    },
    states: async (account) =>
      await db
        .selectFrom('storage_delivery')
        .select(['state', 'tries', 'place'])
        .where('account_id', '=', account)
        .orderBy('id')
        .execute(),
    stop: async () => {
      await test.stop();
      await server.remove();
    },
  };
}
