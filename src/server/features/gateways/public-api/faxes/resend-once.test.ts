import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startFaxesRig } from '#test/api-faxes-rig.ts';
import type { FaxesRig, Tenant } from '#test/api-faxes-rig.ts';
import { startProgram } from '#test/api-rig.ts';

let rig: FaxesRig;
beforeAll(async () => {
  rig = await startFaxesRig();
  await rig.one(
    `insert into line (name, kind) values ('line-of-repeats', 'simulator') on conflict do nothing`,
  );
});
afterAll(async () => await rig.stop());

/** A failed fax, with functions to resend it and to count jobs. */
async function situation() {
  const who = await rig.tenant();
  const fax = await rig.sent(who, { state: 'FAILED', status: 'FAILED' });
  const resend = async (
    key: string,
    { by = who, body = {} }: { by?: Pick<Tenant, 'ask'>; body?: object } = {},
  ) => await by.ask('POST', `/faxes/fax_${fax.id}/resend`, { body, headers: { 'idempotency-key': key } });
  const jobs = async () =>
    await rig.one<number>('select count(*)::int from send_job where account_id = $1', [who.account.id]);
  return { who, fax, resend, jobs, before: await jobs() };
}

describe('sending again with an Idempotency-Key', () => {
  it('[A-API-99] sends once, however many identical calls are made', async () => {
    const { resend, jobs, before } = await situation();
    const all = await Promise.all(Array.from({ length: 20 }, async () => await resend('order-1')));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 202));
    expect(new Set(all.map(({ body }) => body['id'])).size).toBe(1);
    expect(all.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
    expect(await jobs()).toBe(before + 1);
    const other = await resend('order-2');
    expect([other.status, other.headers['idempotent-replayed']]).toEqual([202, undefined]);
    expect(await jobs()).toBe(before + 2);
  });

  it('[A-API-99] refuses a key used with another fax, body or mode, an invalid key, and faxes of another account', async () => {
    const { who, fax, resend, jobs, before } = await situation();
    expect((await resend('a')).status).toBe(202);
    const another = await rig.sent(who, { state: 'FAILED', status: 'FAILED' });
    const answers = [
      await resend('a', { body: { confirm_uncertain: true } }),
      await resend('a', {
        by: await startProgram(rig.test, { kind: 'account', id: who.account.id }, { mode: 'test' }),
      }),
      await who.ask('POST', `/faxes/fax_${another.id}/resend`, {
        body: {},
        headers: { 'idempotency-key': 'a' },
      }),
    ];
    expect(answers.map(({ body }) => body['code'])).toEqual(answers.map(() => 'idempotency_mismatch'));
    for (const key of ['', 'a\tb', 'x'.repeat(256)])
      expect((await resend(key)).body['code']).toBe('validation');
    const otherTenant = await rig.tenant();
    expect((await resend('a', { by: otherTenant })).body['code']).toBe('not_found');
    expect(await jobs()).toBe(before + 2);
    expect(fax.id).not.toBe(another.id);
  });

  it('repeats the first answer even if the call would be refused now', async () => {
    const { who, fax, resend } = await situation();
    const first = await resend('again');
    await who.ask('DELETE', `/faxes/fax_${fax.id}`);
    const repeated = await resend('again');
    expect([repeated.status, repeated.body['id']]).toEqual([202, first.body['id']]);
  });
});
