import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startFakeEgnyte } from './egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from './egnyte/fake-egnyte.ts';

/** The parts of Egnyte's own client that this test uses; it has no types. */
interface Sdk {
  API: {
    auth: { getUserInfo(): Promise<{ username: string }> };
    userPerms: { path(path: string): { get(): Promise<{ permission: string }> } };
    storage: {
      path(path: string): {
        get(): Promise<{ folders?: { name: string }[] }>;
        createFolder(): Promise<unknown>;
        storeFile(bytes: Readable, type: string): Promise<{ id: string }>;
      };
    };
  };
}

/** Egnyte's own client checks the responses: our adapter must not be tested with responses that it cannot use. */
describe("the false Egnyte, seen with Egnyte's own client", () => {
  let fake: FakeEgnyte;
  let sdk: Sdk;
  beforeAll(async () => {
    fake = await startFakeEgnyte();
    fake.grants.tokens.set('token-of-the-judge', Number.POSITIVE_INFINITY);
    const egnyte = createRequire(import.meta.url)('egnyte-js-sdk') as {
      init(url: string, options: object): Sdk;
    };
    sdk = egnyte.init(fake.url, { token: 'token-of-the-judge', handleQuota: true, QPS: 20 });
  });
  afterAll(async () => await fake.stop());

  it('knows its user, folders and permissions', async () => {
    expect(await sdk.API.auth.getUserInfo()).toMatchObject({ username: 'jsmith' });
    const { folders = [] } = await sdk.API.storage.path('/Shared').get();
    expect(folders.map(({ name }) => name)).toContain('Faxes');
    expect(await sdk.API.userPerms.path('/Shared/ReadOnly').get()).toMatchObject({ permission: 'Viewer' });
  });

  it('makes folders once, stores files whole and refuses what is not allowed', async () => {
    const folder = sdk.API.storage.path('/Shared/Faxes/2026 & more');
    await folder.createFolder();
    await expect(folder.createFolder()).rejects.toBeTruthy();
    const bytes = randomBytes(50_000);
    await sdk.API.storage
      .path('/Shared/Faxes/2026 & more/fax 1.pdf')
      .storeFile(Readable.from([bytes]), 'application/pdf');
    const stored = fake.tree.get('/Shared/Faxes/2026 & more/fax 1.pdf')?.bytes ?? Buffer.alloc(0);
    expect(createHash('sha512').update(stored).digest('hex')).toBe(
      createHash('sha512').update(bytes).digest('hex'),
    );
    await expect(
      sdk.API.storage.path('/Shared/ReadOnly/no.pdf').storeFile(Readable.from([bytes]), 'application/pdf'),
    ).rejects.toBeTruthy();
  });
});
