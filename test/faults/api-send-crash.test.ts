import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';

import { hashToken } from '#engine/secrets/tokens.ts';
import { newKey, newPublicId } from '#server/features/identity/api-keys/key-format.rules.ts';

import { A, B, crash, crashedProduct, drained } from './send-crash-rig.ts';
import { openBeside } from './send-product.ts';

const crashed = crashedProduct();

/** A key of the account that sends, as it is kept. */
async function addKey(mode: 'live' | 'test'): Promise<string> {
  const publicId = newPublicId();
  const { key, secret } = newKey(mode, publicId);
  const database = await openBeside(crashed.dataDir);
  await database.pool.query(
    `insert into api_key (account_id, public_id, mode, name, hash, scopes)
     select id, $1, $2, 'A program', $3, '{faxes:send}' from account where fax_number = $4`,
    [publicId, mode, hashToken(secret), A],
  );
  await database.close();
  return key;
}

/** Sends by JSON; null where the product was killed before it answered. */
async function send(key: string, idempotencyKey: string, text: string) {
  const content = Buffer.from(text).toString('base64');
  try {
    const answer = await fetch(`${crashed.product.baseURL}/v1/faxes`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ to: [`+1${B}`], files: [{ name: 'letter.txt', content_base64: content }] }),
    });
    const body = (await answer.json()) as { data?: { id: string }[]; code?: string };
    return {
      status: answer.status,
      replayed: answer.headers.get('idempotent-replayed'),
      ids: body.data?.map(({ id }) => id),
      code: body.code,
    };
  } catch {
    return null;
  }
}

it('[A-API-60] a program whose call is killed after the commit gets the same fax for the same key; it arrives once', async () => {
  const key = await addKey('live');
  const name = randomUUID();
  await crash(crashed, { F2E_FAULT: 'after_commit_before_reply' });
  expect(await send(key, name, 'hello')).toBeNull();
  await crash(crashed);
  const first = await send(key, name, 'hello');
  const again = await send(key, name, 'hello');
  expect(first).toMatchObject({ status: 202, replayed: 'true', ids: [expect.stringMatching(/^fax_\d+$/u)] });
  expect(again).toEqual(first);
  expect(await send(key, name, 'other')).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  const end = await drained(crashed);
  expect(end.jobs).toMatchObject([{ state: 'DELIVERED', arrived: 1 }]);
  expect(end.received).toBe(1);
});

it('[A-API-61] a test fax whose worker is killed is still one after the restart: nothing arrives, no line is used', async () => {
  const key = await addKey('test');
  await crash(crashed, { F2E_FAULT: 'before_dial' });
  expect(await send(key, randomUUID(), 'hello')).toMatchObject({ status: 202 });
  await crash(crashed);
  const end = await drained(crashed);
  expect(end.jobs).toMatchObject([{ state: 'DELIVERED', arrived: 0, dialled: 1 }]);
  expect(end.received).toBe(0);
});
