import { scopesOf } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';

import { startProgram } from './api-rig.ts';
import type { Program } from './api-rig.ts';
import { makeAccount } from './factories.ts';
import type { TestApp } from './start-app.ts';

/** A program with a key of whoever runs the installation. */
export async function startOperatorProgram(
  test: TestApp,
  options: { mode?: 'live' | 'test'; scopes?: readonly Scope[] } = {},
): Promise<Program> {
  const { id } = await makeAccount(test.database.db);
  const program = await startProgram(test, { kind: 'account', id }, options);
  await test.database.pool.query('update api_key set account_id = null, scopes = $2 where id = $1', [
    program.keyId,
    options.scopes ?? scopesOf('operator'),
  ]);
  return program;
}
