import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { EVENT_DATA, EVENT_SAMPLES, EVENT_TYPES } from '#contract/v1/event-types.ts';
import type { EventType } from '#contract/v1/event-types.ts';
import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

interface WireEvent {
  id: string;
  type: EventType;
  created_at: string;
  data: Record<string, unknown>;
}

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

/** Creates a program and its account. */
async function program(values: { hipaa?: boolean } = {}) {
  const account = await makeAccount(test.database.db, values);
  return { account, ...(await startProgram(test, { kind: 'account', id: account.id })) };
}

async function poll(
  ask: Program['ask'],
  query: Record<string, string> = {},
): Promise<{ data: WireEvent[]; next: string | null; has_more: boolean }> {
  const { status, body } = await ask('GET', '/events', { query });
  expect([status, body]).toEqual([200, expect.objectContaining({ object: 'list' })]);
  const events = body as unknown as { data: WireEvent[]; next: string | null; has_more: boolean };
  for (const { type, data } of events.data) EVENT_DATA[type].parse(data);
  return events;
}

describe('types of events', () => {
  it('each has a description and an example that fits its schema', async () => {
    const { ask } = await program();
    const { body } = await ask('GET', '/events/types');
    const listed = body['data'] as { type: EventType; description: string; sample: object }[];
    expect(listed.map(({ type }) => type)).toEqual(EVENT_TYPES);
    for (const { type, description, sample } of listed) {
      expect(description).not.toBe('');
      expect(EVENT_DATA[type].parse(sample)).toEqual(EVENT_SAMPLES[type]);
    }
  });
});

it('every type of event is in the guide, with the fields of its example', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../../../docs/api/events.md'), 'utf8');
  for (const type of EVENT_TYPES)
    for (const word of [type, ...Object.keys(EVENT_SAMPLES[type])])
      expect([type, word, guide.includes(`\`${word}\``)]).toEqual([type, word, true]);
});

describe('events of faxes', () => {
  it('tell what became of each fax, without numbers and names', async () => {
    const { account, ask } = await program();
    const { pool } = test.database;
    const received = await makeFax(test.database.db, account.id, { pages: 3, company: 'Acme' });
    for (const state of ['DELIVERED', 'FAILED', 'UNCERTAIN', 'CANCELLED']) {
      const fax = await makeFax(test.database.db, account.id, { action: 'S', pages: 2 });
      await pool.query(
        `insert into send_job (account_id, fax_id, to_number, state) values ($1, $2, '2125550101', 'QUEUED')`,
        [account.id, fax.id],
      );
      await pool.query(
        `update send_job set state = $2, last_error = 'BUSY', billed_pages = 2, confirmed_pages = 1 where fax_id = $1`,
        [fax.id, state],
      );
    }
    const { data } = await poll(ask);
    expect(
      data.map(({ type, data: { status, pages_confirmed, error_code } }) => [
        type,
        status,
        pages_confirmed,
        error_code,
      ]),
    ).toEqual([
      ['fax.received', 'received', undefined, undefined],
      ...['delivered', 'failed', 'uncertain', 'cancelled'].flatMap((status) => [
        ['fax.queued', 'queued', undefined, undefined],
        [`fax.${status}`, status, status === 'delivered' ? 2 : 1, status === 'failed' ? 'busy' : undefined],
      ]),
    ]);
    expect(data[0]?.data).toEqual({
      object: 'fax',
      id: `fax_${received.id}`,
      account: `acc_${account.id}`,
      direction: 'inbound',
      status: 'received',
      pages: 3,
    });
    expect(JSON.stringify(data)).not.toMatch(/2125550101|3105550111|Acme/);
  });

  it('[A-API-40] of accounts with health records hold ids alone', async () => {
    const { account, ask } = await program({ hipaa: true });
    const { id } = await makeFax(test.database.db, account.id, { pages: 3 });
    await test.database.pool.query(
      `insert into mail_out (brand_id, template, language, to_address, message_id, account_id, fax_id)
       select brand_id, 'new-fax', 'en', 'a@example.com', 'x@y', id, $2 from account where id = $1`,
      [account.id, id],
    );
    await test.database.pool.query(
      `update mail_out set state = 'failed', last_reason = 'no', ended_at = now() where fax_id = $1`,
      [id],
    );
    expect((await poll(ask)).data.map(({ data }) => data)).toEqual([
      { object: 'fax', id: `fax_${id}`, account: `acc_${account.id}` },
      { object: 'delivery', channel: 'email', fax: `fax_${id}`, account: `acc_${account.id}` },
    ]);
  });

  it('are written only where a key or an endpoint could read them', async () => {
    const { id } = await makeAccount(test.database.db);
    await makeFax(test.database.db, id);
    const { rows } = await test.database.pool.query('select 1 from api_event where account_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('[A-API-41] reach no other account, and administrators only where they may look', async () => {
    const { db, pool } = test.database;
    const mine = await program();
    const other = await program();
    const { id: parent } = await makeAdministrator(db);
    const administrator = await startProgram(test, { kind: 'parent', id: parent });
    await pool.query(
      `update account set parent_id = $1, product_id = (select min(id) from product) where id = $2`,
      [parent, mine.account.id],
    );
    const fax = await makeFax(db, mine.account.id);
    expect((await poll(mine.ask)).data).toHaveLength(1);
    expect([(await poll(other.ask)).data, (await poll(administrator.ask)).data]).toEqual([[], []]);
    await pool.query('update product set parent_view = true');
    expect((await poll(administrator.ask)).data.map(({ data }) => data['id'])).toEqual([`fax_${fax.id}`]);
    const unscoped = await startProgram(
      test,
      { kind: 'account', id: mine.account.id },
      { scopes: ['usage:read'] },
    );
    expect((await unscoped.ask('GET', '/events')).body['code']).toBe('scope_missing');
  });
});

describe('polling', () => {
  it('goes on behind the last event, in pages, by type', async () => {
    const { account, ask } = await program();
    expect(await poll(ask)).toMatchObject({ data: [], has_more: false, next: null });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(`fax_${(await makeFax(test.database.db, account.id)).id}`);
    const first = await poll(ask, { limit: '3' });
    const rest = await poll(ask, { limit: '3', after: String(first.next) });
    expect([first.has_more, rest.has_more]).toEqual([true, false]);
    expect([...first.data, ...rest.data].map(({ data }) => data['id'])).toEqual(ids);
    const end = await poll(ask, { after: String(rest.next) });
    expect(end).toMatchObject({ data: [], next: rest.next });
    expect((await poll(ask, { type: 'fax.failed' })).data).toEqual([]);
    for (const query of [{ after: 'nonsense' }, { limit: '101' }, { type: 'fax.lost' }, { since: 'x' }])
      expect((await ask('GET', '/events', { query: query as never })).status).toBe(400);
  });

  it('misses none, whichever order transactions commit in', async () => {
    const { account, ask } = await program();
    const { pool } = test.database;
    const slow = await pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into api_event (account_id, type, data) values ($1, 'webhook.test', '{"object":"webhook","id":"slow"}')`,
      [account.id],
    );
    await makeFax(test.database.db, account.id);
    const before = await poll(ask);
    expect(before.data.map(({ type }) => type)).toEqual(['fax.received']);
    await slow.query('commit');
    slow.release();
    const after = await poll(ask, { after: String(before.next) });
    expect(after.data.map(({ data }) => data['id'])).toEqual(['slow']);
  });

  it('misses none while many write and several read', async () => {
    const { account, ask } = await program();
    const seen: string[][] = [[], []];
    let writing = true;
    const read = async (into: string[]): Promise<void> => {
      let next: string | null = null;
      for (let last = false; ; last = !writing) {
        const page = await poll(ask, { limit: '7', ...(next !== null && { after: next }) });
        into.push(...page.data.map(({ id }) => id));
        ({ next } = page);
        if (last && page.data.length === 0) return;
      }
    };
    const readers = seen.map(read);
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < 15; n += 1) await makeFax(test.database.db, account.id);
      }),
    );
    writing = false;
    await Promise.all(readers);
    for (const ids of seen) expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
    expect(seen[0]).toEqual(seen[1]);
  });

  it('forgets events after 30 days, and goes on behind them', async () => {
    const { account, ask } = await program();
    await makeFax(test.database.db, account.id);
    const { next } = await poll(ask);
    await test.database.pool.query(
      `update api_event set created_at = now() - interval '31 days' where account_id = $1`,
      [account.id],
    );
    await test.services.events.forgetOld(30, new AbortController().signal);
    expect((await poll(ask)).data).toEqual([]);
    await makeFax(test.database.db, account.id);
    expect((await poll(ask, { after: String(next) })).data).toHaveLength(1);
  });
});

describe('events of an administrator', () => {
  it('tell of accounts that are added and closed', async () => {
    const { db, pool } = test.database;
    const { id: parent } = await makeAdministrator(db);
    const { ask } = await startProgram(test, { kind: 'parent', id: parent });
    const { rows: accounts } = await pool.query<{ id: number }>(
      `insert into account (brand_id, parent_id, fax_number, admin_email, state)
       select brand_id, id, '2125559876', 'c@example.com', 'active' from parent where id = $1 returning id`,
      [parent],
    );
    const id = Number(accounts[0]?.id);
    await pool.query(`update account set state = 'suspended' where id = $1`, [id]);
    await pool.query(`update account set state = 'closed' where id = $1`, [id]);
    expect((await poll(ask)).data.map(({ type, data }) => [type, data])).toEqual([
      ['account.created', { object: 'account', id: `acc_${id}`, status: 'active' }],
      ['account.closed', { object: 'account', id: `acc_${id}`, status: 'closed' }],
    ]);
  });
});
