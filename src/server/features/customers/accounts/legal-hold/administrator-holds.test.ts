import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { makeFax } from '#test/factories.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { createLegalHolds } from './legal-hold.service.ts';

let test: TestApp;
let parent: AdministratorPerson;
let child: Awaited<ReturnType<typeof makeManagedAccount>>;

beforeAll(async () => {
  test = await startApp();
  parent = await signInAdministrator(test);
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  child = await makeManagedAccount(test.database.db, parent);
});

const ask = async (method: 'POST' | 'DELETE', body: object = {}, as: SignedIn = parent.session) =>
  await test.app.inject({
    method,
    url: '/api/faxui/legalHold',
    ...as,
    payload: { uid: String(child.id), ...body },
  });
const read = async (as: SignedIn = parent.session) =>
  await test.app.inject({ url: `/api/faxui/legalHold?uid=${child.id}`, ...as });

it('is placed with a reason, shown, lifted, and audited', async () => {
  expect((await read()).json()).toEqual({ hold: null });
  expect((await ask('POST', { reason: ' Case 2026-114 ' })).statusCode).toBe(200);
  expect((await read()).json()).toEqual({
    hold: { reason: 'Case 2026-114', placedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/u) },
  });
  const again = await ask('POST', { reason: 'another' });
  expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([412, 'HOLD_EXISTS']);
  expect((await ask('DELETE')).statusCode).toBe(200);
  expect((await read()).json()).toEqual({ hold: null });
  expect((await ask('DELETE')).statusCode).toBe(404);
  const { rows } = await test.database.pool.query(
    `select action, actor_kind, actor_id::int as actor, detail from audit where account_id = $1 and action like 'hold.%' order by id`,
    [child.id],
  );
  const by = { actor_kind: 'parent', actor: parent.id, detail: { reason: 'Case 2026-114' } };
  expect(rows).toEqual([
    { action: 'hold.place', ...by },
    { action: 'hold.lift', ...by },
  ]);
});

it.each(['', '   ', 'x'.repeat(201), 'two\nlines', 7, undefined])('refuses the reason %j', async (reason) => {
  expect((await ask('POST', { reason })).statusCode).toBe(400);
  expect((await read()).json()).toEqual({ hold: null });
});

it('is of no account of another administrator, and the owner of the account has no such call', async () => {
  await ask('POST', { reason: 'case 7' });
  const other = await signInAdministrator(test);
  const owner = await test.signIn(child.number);
  expect([
    (await read(other.session)).statusCode,
    (await ask('POST', { reason: 'x' }, other.session)).statusCode,
    (await ask('DELETE', {}, other.session)).statusCode,
    (await read(owner)).statusCode,
    (await ask('DELETE', {}, owner)).statusCode,
  ]).toEqual([404, 404, 404, 403, 403]);
  expect((await read()).json()).toMatchObject({ hold: { reason: 'case 7' } });
});

it('keeps deleted faxes; an operator’s hold stands beside it and is neither shown nor lifted', async () => {
  const { database } = test;
  const holds = createLegalHolds({ database });
  const { id } = await makeFax(database.db, child.id, {});
  await database.pool.query(`update fax set deleted_at = now() - interval '60 days' where id = $1`, [id]);
  const left = async () => (await database.pool.query('select from fax where id = $1', [id])).rowCount === 1;
  const log = pino({ level: 'silent' });
  const keepDays = { deleted: 30, calls: 90, audit: 2_190 };
  const maintenance = createMaintenance({ database, store: test.files, log, keepDays });
  const clean = async () => await maintenance.purgeDeletedFaxes(new AbortController().signal, true);
  await ask('POST', { reason: 'case 7' });
  await holds.place({ accountId: child.id, faxId: null, reason: 'court order' });
  expect((await read()).body).not.toContain('court order');
  await ask('DELETE');
  expect((await read()).json()).toEqual({ hold: null });
  await clean();
  expect(await left()).toBe(true);
  const [operators] = (await holds.list()).filter(({ accountId }) => accountId === child.id);
  expect(operators).toMatchObject({ parentId: null, reason: 'court order' });
  await ask('POST', { reason: 'case 8' });
  await holds.lift(operators?.id ?? 0);
  await clean();
  expect(await left()).toBe(true);
  await ask('DELETE');
  await clean();
  expect(await left()).toBe(false);
});
