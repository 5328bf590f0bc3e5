import { afterAll, beforeAll, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

it('says with any key whether the service works, and nothing of its machines', async () => {
  const { db, pool } = test.database;
  const { id } = await makeAccount(db);
  const { ask } = await startProgram(test, { kind: 'account', id }, { scopes: ['usage:read'] });
  await pool.query(
    `insert into line (name, kind, pattern, priority, channels, config, state)
     values ('secret-host', 'hylafax', '.*', 1, 1, '{"host":"secret-host"}', 'on')`,
  );
  const health = async () => {
    const { status, body, text } = await ask('GET', '/health');
    expect([status, text]).toEqual([200, expect.not.stringMatching(/secret|hylafax|onnet|sandbox/u)]);
    return body;
  };
  const works = await health();
  expect(works).toEqual({
    object: 'health',
    status: expect.stringMatching(/^(?:ok|degraded)$/u),
    sending: 'ok',
    conversion: expect.stringMatching(/^(?:ok|limited)$/u),
    storage: 'ok',
  });
  for (const trouble of [
    `state = 'drain'`,
    `fault = 'no route to secret-host'`,
    `rest_until = now() + interval '1 hour'`,
  ]) {
    await pool.query(`update line set ${trouble} where name = 'secret-host'`);
    expect(await health()).toEqual({ ...works, status: 'degraded', sending: 'waiting' });
    await pool.query(`update line set state = 'on', fault = null, rest_until = null`);
    expect((await health())['sending']).toBe('ok');
  }
});
