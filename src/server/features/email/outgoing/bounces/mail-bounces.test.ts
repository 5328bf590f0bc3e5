import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { classOfStatus } from './bounce-class.ts';
import { createMailBounces } from './mail-bounces.service.ts';
import { forgetTrouble, isSuspended } from './mail-bounces.store.ts';
import type { BounceReport, MailBounces } from './mail-bounces.service.ts';

const KEY = Buffer.alloc(32, 9);
const GONE: BounceReport = { action: 'failed', status: '5.1.1', detail: 'no such\r\n user' };

describe('mails that come back', () => {
  let database: TestDatabase;
  let bounces: MailBounces;
  let account: { id: AccountId; email: string };
  const suspended: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    bounces = createMailBounces({
      database,
      key: KEY,
      onSuspended: async (_, accountId, address) => void suspended.push(`${accountId} ${address}`),
      log: pino({ level: 'silent' }),
    });
  });
  beforeEach(async () => {
    account = await makeAccount(database.db);
  });
  afterAll(async () => await database.drop());

  const sentMail = async (to = 'Dana@example.com', accountId: number | null = account.id) => {
    const { brand_id } = await database.db
      .selectFrom('account')
      .select('brand_id')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    const { id } = await database.db
      .insertInto('mail_out')
      .values({
        brand_id,
        template: 'new-fax',
        language: 'en',
        to_address: to,
        message_id: `${Math.random()}@x.test`,
        state: 'sent',
        ended_at: new Date(),
        account_id: accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const stateOf = async (id: number) =>
    await database.db
      .selectFrom('mail_out')
      .select(['state', 'last_reason'])
      .where('id', '=', id)
      .executeTakeFirst();

  it('are known by an address that survives any case and that nobody else can make', async () => {
    const local = bounces.localPartFor(123_456_789);
    expect(local).toMatch(/^b-[0-9a-v]+-[0-9a-f]{16}$/u);
    expect(bounces.isBounceAddress(local.toUpperCase())).toBe(true);
    const forged = [
      local.replace(/.$/u, (c) => (c === '0' ? '1' : '0')),
      local.replace('b-', 'b-1'),
      'b-1-',
      '2125550100',
      '',
    ];
    for (const other of forged) {
      expect(bounces.isBounceAddress(other)).toBe(false);
      expect(await bounces.recordBounce(other, GONE)).toBe('unknown');
    }
  });

  it('end as bounced and mark their address; the same report again changes nothing', async () => {
    const id = await sentMail();
    const local = bounces.localPartFor(id).toUpperCase();
    for (let time = 0; time < 4; time += 1) expect(await bounces.recordBounce(local, GONE)).toBe('recorded');
    expect(await stateOf(id)).toEqual({ state: 'bounced', last_reason: 'bounced 5.1.1: no such user' });
    expect(await bounces.troubles(account.id)).toEqual([
      { address: 'dana@example.com', reason: 'unknown', suspended: false, at: expect.any(Date) as Date },
    ]);
  });

  it('end as bounced whatever the other server writes', async () => {
    const id = await sentMail();
    const detail = `no\0such user ${'x'.repeat(186)}🙂`;
    expect(await bounces.recordBounce(bounces.localPartFor(id), { ...GONE, detail })).toBe('recorded');
    expect((await stateOf(id))?.last_reason).toBe(`bounced 5.1.1: no such user ${'x'.repeat(186)}`);
  });

  it('reports of delays and successes change nothing', async () => {
    const id = await sentMail();
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded'] as const)
      expect(await bounces.recordBounce(bounces.localPartFor(id), { ...GONE, action })).toBe('ignored');
    expect((await stateOf(id))?.state).toBe('sent');
    expect(await bounces.troubles(account.id)).toEqual([]);
  });

  it('suspend an address of one account after three within a week, until somebody asks to try again', async () => {
    const other = await makeAccount(database.db);
    for (let time = 1; time <= 3; time += 1) {
      expect(await isSuspended(database.db, account.id, 'dana@example.com')).toBe(false);
      await bounces.recordBounce(bounces.localPartFor(await sentMail()), GONE);
    }
    expect(await isSuspended(database.db, account.id, 'DANA@example.com')).toBe(true);
    expect(await isSuspended(database.db, other.id, 'dana@example.com')).toBe(false);
    expect((await bounces.troubles(account.id))[0]?.suspended).toBe(true);
    const audit = await database.db
      .selectFrom('audit')
      .select('action')
      .where('account_id', '=', account.id)
      .execute();
    expect(audit).toEqual([{ action: 'mail.suspended' }]);
    expect(suspended).toEqual([`${account.id} dana@example.com`]);
    expect(await forgetTrouble(database.db, account.id, 'Dana@example.com')).toBe(true);
    expect(await isSuspended(database.db, account.id, 'dana@example.com')).toBe(false);
  });

  it('bounces of different weeks do not add up', async () => {
    for (let time = 0; time < 4; time += 1) {
      await bounces.recordBounce(bounces.localPartFor(await sentMail()), GONE);
      await database.pool.query(`update mail_address set first_at = now() - interval '8 days'`);
    }
    expect(await isSuspended(database.db, account.id, 'dana@example.com')).toBe(false);
  });

  it('what a receiver thinks of one mail says nothing about the address', async () => {
    for (let time = 0; time < 5; time += 1)
      await bounces.recordBounce(bounces.localPartFor(await sentMail()), { ...GONE, status: '5.7.1' });
    expect(await bounces.troubles(account.id)).toMatchObject([{ reason: 'refused', suspended: false }]);
  });

  it('mails of no account are ended all the same', async () => {
    const id = await sentMail('postmaster@example.com', null);
    expect(await bounces.recordBounce(bounces.localPartFor(id), GONE)).toBe('recorded');
    expect((await stateOf(id))?.state).toBe('bounced');
  });

  it.each([
    ['5.1.1', 'unknown', true],
    ['5.1.10', 'unknown', true],
    ['5.2.1', 'unknown', true],
    ['5.2.2', 'full', true],
    ['4.2.2', 'full', false],
    ['5.4.4', 'unknown', true],
    ['', 'unknown', true],
    ['5.0.0', 'unknown', true],
    ['5.7.26', 'refused', false],
    ['5.3.4', 'refused', false],
    ['4.4.7', 'refused', false],
  ])('status %s: %s, counts %s', (status, reason, counts) => {
    expect(classOfStatus(status)).toEqual({ reason, counts });
  });
});
