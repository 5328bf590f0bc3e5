import { afterAll, beforeAll, expect, it } from 'vitest';

import { operatorAudit, operatorAuditVerify } from '#contract/audit/log.admin.ts';
import {
  operatorAccount,
  operatorAccountAct,
  operatorAccountErase,
} from '#contract/customers/accounts.admin.ts';

import { makeAccount } from './factories.ts';
import { operatorOf, signInOperator } from './operator-console-rig.ts';
import type { Listed, Operator } from './operator-console-rig.ts';
import { startApp } from './start-app.ts';
import type { TestApp } from './start-app.ts';

let test: TestApp;
let anna: Operator;
beforeAll(async () => {
  test = await startApp();
  anna = operatorOf(test, await signInOperator(test, 'anna'));
});
afterAll(async () => await test.stop());

it('erases closed accounts, says what went, and refuses the others with what to do first', async () => {
  const { id } = await makeAccount(test.database.db, { number: '2125550661' });
  const erase = async (reason = 'request 7') =>
    await anna.act(operatorAccountErase, { id: String(id), reason });
  const open = await erase();
  expect([open.statusCode, open.json<{ message: string }>().message]).toEqual([
    412,
    `The account ${id} is active. Close it first (f2e account close ${id}), then erase it.`,
  ]);
  expect((await erase(' ')).statusCode).toBe(400);
  await anna.act(operatorAccountAct, { id: String(id), verb: 'close' });
  const erased = (await erase()).json<{ removed: object[]; files: number }>();
  expect(erased).toMatchObject({ files: 0 });
  expect(erased.removed).toContainEqual({ what: 'account_settings', count: 1 });
  const shown = await anna.get<{ account: object }>(operatorAccount, { id: String(id) });
  expect(shown.account).toMatchObject({ international: false, stationId: '', product: null, closesAt: null });
  expect(shown.account).toMatchObject({ erased: true, state: 'closed', email: '' });
  expect((await anna.get<Listed>(operatorAudit, { account: String(id) })).rows).toMatchObject([
    { actor: 'operator:anna', action: 'account.erase' },
    { actor: 'operator:anna', action: 'account.close', detail: '{}' },
  ]);
  const verified = await anna.act(operatorAuditVerify, {});
  expect(verified.json()).toMatchObject({ ok: true });
});
