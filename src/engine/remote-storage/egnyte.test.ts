import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { EGNYTE_CLIENT } from '#test/egnyte/fake-answers.ts';
import { startFakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from '#test/egnyte/fake-egnyte.ts';
import { addFolder } from '#test/egnyte/fake-tree.ts';

import { createOutboundGuard } from '#engine/outbound-guard/guard.ts';
import { createRemoteStorages } from './choose.ts';
import { describeRemoteStorage } from './storage.contract-test.ts';
import type { RemoteStorages, TokenKeeper, Tokens } from './port.ts';

const ROOT = '/Shared/Faxes';
const REDIRECT = 'http://127.0.0.1:1/back';

function dropsOver(baseUrl: string, callsASecond = 2): RemoteStorages {
  return createRemoteStorages({
    guard: createOutboundGuard({ allowPrivate: true }),
    callsASecond,
    egnyte: { baseUrl, clientId: EGNYTE_CLIENT.id, clientSecret: EGNYTE_CLIENT.secret },
  });
}

/** Completes the consent page as a person would. */
async function agree(storages: RemoteStorages): Promise<Tokens> {
  const codeVerifier = 'verifier-of-this-test';
  const address = storages.egnyte.authorizeUrl({
    domain: 'acme',
    redirectUri: REDIRECT,
    state: 's',
    codeVerifier,
  });
  const answer = await fetch(`${address}&allow=1`, { redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const redeemed = await storages.egnyte.redeem({
    domain: 'acme',
    redirectUri: REDIRECT,
    codeVerifier,
    code,
  });
  if (redeemed.kind !== 'ok') throw new Error(redeemed.reason);
  return redeemed.tokens;
}

function keeperOf(tokens: Tokens): TokenKeeper & { kept: Tokens } {
  const keeper: TokenKeeper & { kept: Tokens } = {
    kept: tokens,
    read: () => keeper.kept,
    renew: async (ask) => {
      const renewed = await ask(keeper.kept);
      if (renewed.kind === 'ok') keeper.kept = renewed.tokens;
      return renewed;
    },
  };
  return keeper;
}

describeRemoteStorage('Egnyte', async () => {
  const fake = await startFakeEgnyte();
  addFolder(fake.tree, '/Shared/Drop');
  const storages = dropsOver(fake.url, 500);
  const tokens = await agree(storages);
  return {
    open: (change) =>
      (change === 'nobody-there' ? dropsOver('http://127.0.0.1:1') : storages).open({
        kind: 'egnyte',
        domain: 'acme',
        folder:
          { 'read-only': '/Shared/ReadOnly', 'new-folder': '/Shared/Fresh' }[String(change)] ??
          '/Shared/Drop',
        tokens: keeperOf(change === 'wrong-login' ? { ...tokens, accessToken: 'unknown' } : tokens),
      }),
    files: async () =>
      new Map(
        [...fake.tree.values()].flatMap(({ path, bytes }): [string, Buffer][] =>
          bytes && path.startsWith('/Shared/Drop/') ? [[path.slice('/Shared/Drop/'.length), bytes]] : [],
        ),
      ),
    stop: async () => await fake.stop(),
  };
});

describe('Egnyte', () => {
  let fake: FakeEgnyte;
  let storages: RemoteStorages;
  beforeAll(async () => {
    fake = await startFakeEgnyte();
    storages = dropsOver(fake.url);
  });
  afterAll(async () => await fake.stop());
  beforeEach(() => {
    Object.assign(fake.behaviour, { perSecond: 0, perDay: 0, tokenSeconds: null, listsPermissions: true });
  });

  it('lists folders and says into which of them faxes may go', async () => {
    const asks = storages.egnyte.connect('acme', keeperOf(await agree(storages)));
    const expected = {
      kind: 'ok',
      folders: [
        { name: 'Faxes', path: ROOT, writable: true },
        { name: 'Projects', path: '/Shared/Projects', writable: true },
        { name: 'ReadOnly', path: '/Shared/ReadOnly', writable: false },
      ],
    };
    expect(await asks.folders('/Shared')).toEqual(expected);
    fake.behaviour.listsPermissions = false;
    expect(await asks.folders('/Shared')).toEqual(expected);
    expect(await asks.folders('/Shared/Nowhere')).toEqual({ kind: 'missing' });
    expect(await asks.isWritable('/Shared')).toEqual({ kind: 'ok', writable: false });
  });

  it('keeps to two calls a second, and waits when Egnyte says so in either of its ways', async () => {
    const asks = storages.egnyte.connect('acme', keeperOf(await agree(storages)));
    fake.behaviour.perSecond = 2;
    const before = fake.requests.length;
    const began = Date.now();
    for (let n = 0; n < 5; n += 1) expect(await asks.whoAmI()).toMatchObject({ username: 'jsmith' });
    expect(Date.now() - began).toBeGreaterThan(1_900);
    expect(fake.requests.length - before).toBeLessThanOrEqual(7);
    for (const throttle of ['gateway', 'status-429'] as const) {
      Object.assign(fake.behaviour, { throttle, perSecond: 0, perDay: 1 });
      expect(await asks.whoAmI()).toMatchObject({ kind: 'retry', reason: 'THROTTLED', afterSeconds: 3600 });
    }
  });

  it('renews tokens that end and keeps the new ones; a refused renewal asks for a person', async () => {
    fake.behaviour.tokenSeconds = 30;
    const keeper = keeperOf(await agree(storages));
    const first = keeper.kept;
    const asks = storages.egnyte.connect('acme', keeper);
    expect(await asks.whoAmI()).toMatchObject({ kind: 'ok' });
    expect(keeper.kept.accessToken).not.toBe(first.accessToken);
    fake.grants.refreshes.clear();
    expect(await asks.whoAmI()).toMatchObject({ kind: 'stop', reason: 'ACCESS_REVOKED' });
  });

  it('[A-EGNYTE-04] passes paths on encoded', async () => {
    const asks = storages.egnyte.connect('acme', keeperOf(await agree(storages)));
    await asks.folders('/Shared/a b?c#d%2e');
    expect(fake.requests.at(-1)?.path).toBe('/pubapi/v1/fs/Shared/a%20b%3Fc%23d%252e');
  });

  it('gives tokens to addresses of the domain alone', () => {
    const real = dropsOver('').egnyte;
    expect(real.isOwnAddress('https://acme.egnyte.com/settings', 'acme.egnyte.com')).toBe(true);
    const foreign = [
      'http://acme.egnyte.com/',
      'https://acme.egnyte.com.evil.test/',
      'https://evil.test/',
      'https://other.egnyte.com/',
      'https://acme.egnyte.com:444/',
      'https://acme.egnyte.com@evil.test/',
      'https://u:p@acme.egnyte.com/',
      'javascript:alert(1)',
      'data:,x',
      '//evil.test',
      '',
    ];
    expect(foreign.filter((address) => real.isOwnAddress(address, 'acme'))).toEqual([]);
    expect(dropsOver(fake.url).egnyte.isOwnAddress(`${fake.url}/x`, 'acme')).toBe(true);
  });
});
