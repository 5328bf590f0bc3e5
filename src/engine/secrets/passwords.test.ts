import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { costOf } from '#test/statements.ts';

import { hashPassword, verifyPassword } from './passwords.ts';

async function hashOf(password: string): Promise<string> {
  const outcome = await hashPassword(password);
  if (outcome.kind !== 'ok') throw new Error('busy');
  return outcome.hash;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

const check = async (stored: string | null) =>
  await costOf(async () => expect(await verifyPassword(stored, 'guess')).toEqual({ kind: 'wrong' }));

describe('passwords', () => {
  it('are argon2id with 19 MiB, two passes, a fresh salt each time', async () => {
    const [one, two] = [await hashOf('Secret-123'), await hashOf('Secret-123')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u);
    expect(one).not.toBe(two);
    const [, , , , salt = '', tag = ''] = one.split('$');
    const again = argon2Sync('argon2id', {
      message: 'Secret-123',
      nonce: Buffer.from(salt, 'base64'),
      parallelism: 1,
      tagLength: 32,
      memory: 19_456,
      passes: 2,
    });
    expect(again).toEqual(Buffer.from(tag, 'base64'));
  });

  it('match only themselves, letter case and spaces included', async () => {
    const hash = await hashOf('Secret-123');
    expect(await verifyPassword(hash, 'Secret-123')).toEqual({ kind: 'right', stale: false });
    for (const other of ['secret-123', 'SECRET-123', 'Secret-123 ', ' Secret-123', 'Secret-12', '']) {
      expect(await verifyPassword(hash, other)).toEqual({ kind: 'wrong' });
    }
  });

  it('of a smaller cost still open, but ask to be made anew', async () => {
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync('argon2id', {
      message: 'old',
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 8_192,
      passes: 2,
    });
    const hash = `$argon2id$v=19$m=8192,t=2,p=1$${encode(nonce)}$${encode(tag)}`;
    expect(await verifyPassword(hash, 'old')).toEqual({ kind: 'right', stale: true });
  });

  it('that do not exist or are damaged are wrong, and cost as much as a real one', async () => {
    const hash = await hashOf('Secret-123');
    const real = await check(hash);
    expect(real.hashes).toEqual([{ memory: 19_456, passes: 2, parallelism: 1 }]);
    for (const stored of [null, '', 'plain', '$argon2id$v=19$m=9999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'])
      expect(await check(stored)).toEqual(real);
  });

  it('queue up to 50 behind the two at work; who comes later is told to come back', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, async () => await verifyPassword(null, 'guess')),
    );
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(52);
    expect(kinds.slice(52)).toEqual(Array.from({ length: 8 }, () => 'busy'));
    expect((await verifyPassword(null, 'guess')).kind).toBe('wrong');
  });
});
