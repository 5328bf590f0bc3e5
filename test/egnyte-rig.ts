import type { LightMyRequestResponse } from 'fastify';

import type { AccountId } from '#server/kit/scope.ts';

import { copying } from './copying.ts';
import type { Copying } from './copying.ts';
import { EGNYTE_CLIENT } from './egnyte/fake-answers.ts';
import { startFakeEgnyte } from './egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from './egnyte/fake-egnyte.ts';
import { makeAccount } from './factories.ts';
import { fakeDocuments } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

const BASE = '/api/faxui/egnyte';

/** A logged-in account. */
export type EgnytePerson = SignedIn & { id: AccountId; number: string; email: string };

/** The real application with a fake Egnyte; no worker runs, so tests deliver explicitly. */
export interface EgnyteRig extends Copying {
  test: TestApp;
  fake: FakeEgnyte;
  person(): Promise<EgnytePerson>;
  ask(
    this: void,
    who: SignedIn,
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    payload?: object,
  ): Promise<LightMyRequestResponse>;
  /** Goes to the consent page and back like a browser. */
  consent(
    this: void,
    who: SignedIn,
    answer?: 'allow' | 'deny',
  ): Promise<{ begun: LightMyRequestResponse; back: string }>;
  /** Creates a person whose copies go into a folder. */
  connected(folder?: string): Promise<EgnytePerson>;
  stop(): Promise<void>;
}

/** Starts both; call `stop` in afterAll. */
export async function startEgnyteRig(): Promise<EgnyteRig> {
  const fake = await startFakeEgnyte();
  const test = await startApp({
    documents: fakeDocuments({ exportPdf: async (tiff) => tiff, exportTiff: async (tiff) => tiff }),
    env: {
      F2E_ALLOW_PRIVATE_HOSTS: '1',
      F2E_EGNYTE_BASE_URL: fake.url,
      F2E_EGNYTE_CLIENT_ID: EGNYTE_CLIENT.id,
      F2E_EGNYTE_CLIENT_SECRET: EGNYTE_CLIENT.secret,
    },
  });
  const person: EgnyteRig['person'] = async () => {
    const account = await makeAccount(test.database.db);
    return { ...account, ...(await test.signIn(account.number)) };
  };
  const ask: EgnyteRig['ask'] = async ({ headers, cookies }, method, path, payload) =>
    await test.app.inject({ method, url: `${BASE}/${path}`, headers, cookies, ...(payload && { payload }) });
  const consent: EgnyteRig['consent'] = async (who, answer = 'allow') => {
    const begun = await ask(who, 'GET', 'oauth.php?egnyte_domain=ACME');
    const agreed = await fetch(`${begun.headers.location}&${answer}=1`, { redirect: 'manual' });
    const back = new URL(agreed.headers.get('location') ?? '');
    return { begun, back: `oauth.php${back.search}` };
  };
  return {
    test,
    fake,
    person,
    ask,
    consent,
    connected: async (folder = '/Shared/Faxes') => {
      const who = await person();
      await ask(who, 'GET', (await consent(who)).back);
      await ask(who, 'PUT', 'update.json', { egnytedirectory: folder, egnyteisactive: '1' });
      return who;
    },
    ...copying(test),
    stop: async () => {
      await test.stop();
      await fake.stop();
    },
  };
}
