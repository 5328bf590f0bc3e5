import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

import { keyFileFault, openKeys } from './keys.ts';
import { KeyRefusal } from './refusal.ts';
import { seal, unseal } from './seal.ts';
import { accessTokenOf, hashToken, newPathKey, newToken, sameSecret } from './tokens.ts';

const folder = await mkdtemp(join(tmpdir(), 'f2e-secrets-'));

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('tokens', () => {
  it('are 256 random bits, stored as a SHA-256', () => {
    const tokens = Array.from({ length: 100 }, newToken);
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/u);
    expect(hashToken('abc').toString('hex')).toMatch(/^ba7816bf8f01cfea414140de5dae2223/u);
  });

  it('of access belong to one session under one key', () => {
    const [key, session] = [randomBytes(32), newToken()];
    expect(accessTokenOf(key, session)).toBe(accessTokenOf(key, session));
    expect(accessTokenOf(key, newToken())).not.toBe(accessTokenOf(key, session));
    expect(accessTokenOf(randomBytes(32), session)).not.toBe(accessTokenOf(key, session));
  });

  it('are compared whole', () => {
    expect(sameSecret('abc', 'abc')).toBe(true);
    expect(sameSecret('abc', 'abd')).toBe(false);
    expect(sameSecret('abc', 'abcd')).toBe(false);
    expect(sameSecret('', 'a')).toBe(false);
  });

  it('for paths are longer than 22 characters and fit into keys of the file store', () => {
    for (let round = 0; round < 100; round += 1) expect(newPathKey()).toMatch(/^[A-Za-z0-9_-]{24}$/u);
  });
});

describe('a sealed secret', () => {
  const key = randomBytes(32);

  it('opens with its key at its place', () => {
    const sealed = seal(key, 'pä$$wörd', 'line/7');
    expect(sealed).not.toContain('rd');
    expect(unseal(key, sealed, 'line/7')).toBe('pä$$wörd');
    expect(unseal(key, seal(key, '', 'line/7'), 'line/7')).toBe('');
    expect(seal(key, 'pä$$wörd', 'line/7')).not.toBe(sealed);
  });

  it('does not open elsewhere, with another key, or changed', () => {
    const sealed = seal(key, 'secret', 'line/7');
    expect(unseal(key, sealed, 'line/8')).toBeNull();
    expect(unseal(randomBytes(32), sealed, 'line/7')).toBeNull();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(unseal(key, `v1.${changed.toString('base64url')}`, 'line/7')).toBeNull();
    }
    for (const other of ['', 'secret', 'v1.', `v2.${sealed.slice(3)}`, sealed.slice(0, 20)]) {
      expect(unseal(key, other, 'line/7')).toBeNull();
    }
  });
});

describe('the master key', () => {
  it('is made at the first start, 32 bytes that only we may read, and found at the next', async () => {
    const file = join(folder, 'first/keys/master.key');
    const made = await openKeys({ file, known: null });
    const found = await stat(file);
    expect([found.size, found.mode & 0o777]).toEqual([32, 0o400]);
    expect((await stat(join(folder, 'first/keys'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, 'first/keys'))).toEqual(['master.key']);
    const again = await openKeys({ file, known: made.fingerprint });
    expect(again.for('access-token')).toEqual(made.for('access-token'));
    expect(again.for('access-token')).not.toEqual(again.for('line-config'));
    expect(again.for('access-token')).not.toEqual(await readFile(file));
  });

  it('is the same for processes that start together', async () => {
    const file = join(folder, 'together/master.key');
    const opened = await Promise.all(
      Array.from({ length: 5 }, async () => await openKeys({ file, known: null })),
    );
    expect(new Set(opened.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  });

  it('refuses to start without the key or with a wrong one, and touches nothing', async () => {
    const file = join(folder, 'gone/master.key');
    const { fingerprint } = await openKeys({ file, known: null });
    await rm(file);
    await expect(openKeys({ file, known: fingerprint })).rejects.toThrow(KeyRefusal);
    expect(await readdir(join(folder, 'gone'))).toEqual([]);
    const other = randomBytes(32);
    await writeFile(file, other, { mode: 0o400 });
    await expect(openKeys({ file, known: fingerprint })).rejects.toThrow('not the one');
    expect(await readFile(file)).toEqual(other);
  });

  it('[A-SECRET-03] is refused in a wrong size, or when others may read it', async () => {
    const file = join(folder, 'short.key');
    await writeFile(file, randomBytes(31), { mode: 0o400 });
    await expect(openKeys({ file, known: null })).rejects.toThrow('31 bytes');
    await rm(file);
    await writeFile(file, randomBytes(32), { mode: 0o600 });
    expect(await keyFileFault(file)).toBeNull();
    for (const mode of [0o404, 0o440]) {
      await chmod(file, mode);
      await expect(openKeys({ file, known: null })).rejects.toThrow('may read');
    }
    expect(await keyFileFault(file)).toContain('may read');
    expect(await keyFileFault(join(folder, 'nowhere.key'))).toContain('missing');
  });
});
