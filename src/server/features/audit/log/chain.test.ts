import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';

import { statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { writeAudit } from './audit.service.ts';
import { openAuditChain } from './chain.ts';
import type { AuditChain } from './chain.ts';
import { startSealing } from './sealing.ts';
import { eventually } from '#test/patience.ts';

async function open(acts: number): Promise<{ test: TestDatabase; chain: AuditChain }> {
  const test = await createTestDatabase();
  onTestFinished(async () => await test.drop());
  const chain = openAuditChain(test, randomBytes(32));
  for (let act = 1; act <= acts; act += 1) {
    await writeAudit(test.db, {
      actor: { kind: 'account', id: act },
      action: 'fax.archive',
      object: `fax ${act}`,
      detail: { b: 1, a: 'ü' },
      address: '127.0.0.1',
    });
  }
  return { test, chain };
}

it.each([
  ['a changed row', 'update audit set object = $$fax 9$$ where chain_no = 12', 'Row 12 was changed.'],
  [
    'another time',
    `update audit set at = at + interval '1 microsecond' where chain_no = 5`,
    'Row 5 was changed.',
  ],
  ['a removed row', 'delete from audit where chain_no = 17', 'Row 17 is missing.'],
  ['removed newest rows', 'delete from audit where chain_no > 28', 'Rows 29 to 30 are missing.'],
  ['everything removed', 'delete from audit', 'Rows 1 to 30 are missing.'],
  [
    'removed newest rows and an end set back',
    `with gone as (delete from audit where chain_no = 30)
     update audit_chain set last_no = 29, last_hash = (select hash from audit where chain_no = 29)`,
    'The ends of the chain were changed without the key.',
  ],
  [
    'two rows that changed places',
    `update audit set chain_no = case chain_no when 3 then -4 else -3 end where chain_no in (3, 4);
     update audit set chain_no = -chain_no where chain_no < 0`,
    'Row 3 was changed.',
  ],
])('[A-AUDIT-01] 30 acts are all there, and %s is found', async (_name, tampering, reason) => {
  const { test, chain } = await open(30);
  expect(await chain.verify()).toEqual({ ok: true, rows: 30 });
  const { rows } = await test.pool.query(
    'select count(*)::int as n from audit where actor_id is not null and action <> $1 and address <> $1 and at is not null',
    [''],
  );
  expect(rows).toEqual([{ n: 30 }]);
  await test.pool.query(tampering);
  expect(await chain.verify()).toMatchObject({ ok: false, reason });
});

it('a row forged by somebody without the key is found', async () => {
  const { test, chain } = await open(3);
  await openAuditChain(test, randomBytes(32)).seal();
  expect(await chain.verify()).toMatchObject({ ok: false });
});

it('writers side by side and processes that seal at the same time make one chain', async () => {
  const { test, chain } = await open(0);
  const write = async (index: number): Promise<void> => {
    await test.transaction(async (tx) => {
      await writeAudit(tx, { actor: { kind: 'system' }, action: 'test', object: String(index) });
    });
    if (index % 5 === 0) await chain.seal();
  };
  await Promise.all(Array.from({ length: 60 }, async (_, index) => await write(index)));
  expect(await chain.verify()).toEqual({ ok: true, rows: 60 });
});

it('rows whose time is over go, and the rest is still proved', async () => {
  const { test, chain } = await open(10);
  await test.pool.query(`update audit set at = now() - interval '7 years' where id <= 4`);
  await chain.seal();
  expect(await chain.purge(6 * 365)).toBe(4);
  expect(await chain.purge(6 * 365)).toBe(0);
  expect(await chain.verify()).toEqual({ ok: true, rows: 6 });
  await test.pool.query('delete from audit where chain_no = 5');
  expect(await chain.verify()).toMatchObject({ ok: false, reason: 'Row 5 is missing.' });
  expect(await chain.purge(-1)).toBe(4);
  expect(await chain.verify()).toEqual({ ok: true, rows: 1 });
});

it('many rows whose time is over go a part at a time, each with the chain held for a moment only', async () => {
  const { test, chain } = await open(0);
  await test.pool.query(
    `insert into audit (actor_kind, action, at) select 'system', 'old', now() - interval '7 years' from generate_series(1, 2500)`,
  );
  await chain.seal();
  const deletions = await statementsOf(async () => expect(await chain.purge(6 * 365)).toBe(2_499));
  const parts = deletions.filter(({ text }) => text.startsWith('delete from "audit"'));
  expect(parts).toHaveLength(3);
  expect(await chain.verify()).toEqual({ ok: true, rows: 1 });
});

it('a chain that cannot be purged or sealed does not keep the other', async () => {
  const { test, chain } = await open(3);
  const access = `insert into fax_access (account_id, kind, actor_kind, at) values (1, 'open', 'system', now() - interval '7 years')`;
  for (let row = 0; row < 3; row += 1) await test.pool.query(access);
  await chain.seal();
  await test.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
     create trigger refuse before update on audit_chain for each row execute function refuse()`,
  );
  await test.pool.query(`update audit set at = now() - interval '7 years'`);
  await expect(chain.purge(6 * 365)).rejects.toThrow('broken');
  expect((await test.pool.query('select from fax_access')).rowCount).toBe(1);
  await writeAudit(test.db, { actor: { kind: 'system' }, action: 'test' });
  await test.pool.query(access);
  await expect(chain.seal()).rejects.toThrow('broken');
  expect((await test.pool.query('select from fax_access where chain_no is null')).rowCount).toBe(0);
});

it('rows that are purged while they are verified are not said to be missing; other gaps are', async () => {
  const key = randomBytes(32);
  const { test } = await open(10);
  const plain = openAuditChain(test, key);
  await plain.seal();
  await test.pool.query(`update audit set at = now() - interval '7 years' where id <= 4`);
  // The ends are read, no row is yet: then the purge goes past the beginning.
  const during = (meanwhile: () => Promise<unknown>) => {
    let first = true;
    const db = test.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (first && result.rows.some((row) => 'baseNo' in row)) {
          first = false;
          await meanwhile();
        }
        return result;
      },
    });
    return openAuditChain({ ...test, db }, key);
  };
  const purged = during(async () => await plain.purge(6 * 365));
  // Time is part of what is proved: the old rows are sealed as they are now.
  await test.pool.query(`update audit set chain_no = null, hash = null;
    update audit_chain set base_no = 0, base_hash = '', last_no = 0, last_hash = '', mac = null`);
  await plain.seal();
  expect(await purged.verify()).toEqual({ ok: true, rows: 6 });
  const tampered = during(async () => await test.pool.query('delete from audit where chain_no <= 6'));
  expect(await tampered.verify()).toMatchObject({ ok: false, reason: 'Row 5 is missing.' });
});

it('a check that nobody waits for ends', async () => {
  const { chain } = await open(3);
  await expect(chain.verify(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

it('rows are sealed by themselves soon after they are written', async () => {
  const { test, chain } = await open(0);
  const stop = await startSealing(test, chain, pino({ level: 'silent' }));
  await writeAudit(test.db, { actor: { kind: 'system' }, action: 'test' });
  await eventually(async () => {
    const { rows } = await test.pool.query('select chain_no from audit');
    expect(rows).toEqual([{ chain_no: 1 }]);
  });
  await stop();
});

it('rows that were written right before the stop are sealed, too', async () => {
  const { test, chain } = await open(0);
  const stop = await startSealing(test, chain, pino({ level: 'silent' }));
  await writeAudit(test.db, { actor: { kind: 'system' }, action: 'test' });
  await stop();
  const { rows } = await test.pool.query('select chain_no from audit');
  expect(rows).toEqual([{ chain_no: 1 }]);
});
