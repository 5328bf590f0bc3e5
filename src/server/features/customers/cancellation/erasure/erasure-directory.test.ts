import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openAuditChain } from '#server/features/audit/log/chain.ts';
import { joinedBy } from '#test/people-rig.ts';
import { startDirectory } from '#test/scim-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { eraseAccount } from './erasure.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

it('people whom a directory brought stay its users when an account is erased; others without an account go', async () => {
  const { account, addUser, ask } = await startDirectory(test);
  const owner = await test.signIn(account.number);
  const [ana, ben] = [
    await joinedBy(test, owner, { role: 'reader' }),
    await joinedBy(test, owner, { role: 'reader' }),
  ];
  const user = await addUser(ana.email);
  const { pool } = test.database;
  await pool.query(
    `update account set state = 'closed', closed_at = now(), fax_number = null where id = $1`,
    [account.id],
  );
  await pool.query('update number set account_id = null, state = $2 where account_id = $1', [
    account.id,
    'free',
  ]);
  await pool.query('delete from service_slot where account_id = $1', [account.id]);
  const chain = openAuditChain(test.database, randomBytes(32));
  await chain.seal();
  const deps = { database: test.database, store: test.files, chain };
  expect(await eraseAccount(deps, account.id, 'request 7')).toMatchObject({ kind: 'ok' });
  expect((await ask('GET', `/Users/${user}`)).body).toMatchObject({ emails: [{ value: ana.email }] });
  const { rows } = await pool.query('select id::int from person where id = any($1)', [[ana.id, ben.id]]);
  expect(rows).toEqual([{ id: ana.id }]);
  expect((await pool.query('select from membership where account_id = $1', [account.id])).rows).toEqual([]);
});
