import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount, makeDocument, makeFax } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  await test.database.pool.query(`insert into line (name, kind) values ('newark', 'simulator')`);
});
afterAll(async () => await test.stop());

/** A failed fax of somebody who is logged in, with a function that resends it and one that counts what is sent. */
async function situation() {
  const { db, pool } = test.database;
  const account = await makeAccount(db);
  const documentId = await makeDocument(db, account.id);
  await pool.query(`update document set state = 'ready', pages = 1 where id = $1`, [documentId]);
  const fax = await makeFax(db, account.id, { action: 'S', status: 'FAILED', documentId });
  const { headers, cookies } = await test.signIn(account.number);
  const resend = async (key: string | undefined, destinations = '3105550111') => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/faxui/resendFax',
      headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
      cookies,
      payload: { resend_faxpath: fax.pathKey, destinations },
    });
    const body = answer.json<{ data?: { jobid: string }; error?: string }>();
    return [answer.statusCode, body.data?.jobid ?? body.error];
  };
  const sent = async () => {
    const { rowCount } = await pool.query('select from send_job where account_id = $1', [account.id]);
    return rowCount;
  };
  return { resend, sent };
}

describe('sending again from a page', () => {
  it('sends once for each key: after a lost answer the repeat gets the first one, also at the same moment', async () => {
    const { resend, sent } = await situation();
    const first = await resend('first-of-all');
    expect(first).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(await Promise.all([1, 2, 3].map(async () => await resend('first-of-all')))).toEqual([
      first,
      first,
      first,
    ]);
    expect(await sent()).toBe(1);
    expect(await resend('second-one')).not.toEqual(first);
    expect(await resend(undefined)).toEqual([200, expect.any(String)]);
    expect(await sent()).toBe(3);
  });

  it('refuses a key that came with another number, and one that is none', async () => {
    const { resend, sent } = await situation();
    await resend('first-of-all');
    expect(await resend('first-of-all', '3105550112')).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect(await resend('a:b')).toEqual([400, 'BAD_REQUEST']);
    expect(await sent()).toBe(1);
  });

  it('leaves a key free whose call was refused', async () => {
    const { resend, sent } = await situation();
    expect(await resend('first-of-all', '911')).toEqual([400, 'NUMBER_INVALID']);
    expect(await sent()).toBe(0);
    expect((await resend('first-of-all'))[0]).toBe(200);
  });
});
