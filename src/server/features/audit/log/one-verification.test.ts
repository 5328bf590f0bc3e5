import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';
import { waitingStatements } from '#test/waiting-statements.ts';

import { writeAudit } from './audit.service.ts';
import { openAuditChain } from './chain.ts';

let rig: OperatorRig;
beforeAll(async () => {
  rig = await createOperatorRig();
});
afterAll(async () => await rig.close());

it('one process at a time verifies the audit; another one is told so, and may when the first has ended', async () => {
  const { database } = rig;
  const chain = openAuditChain(database, randomBytes(32));
  await writeAudit(database.db, { actor: { kind: 'system' }, action: 'test' });
  const holder = await database.pool.connect();
  await holder.query('begin; select from audit_chain for update');
  const first = chain.verify();
  try {
    await expect.poll(async () => await waitingStatements(database.pool)).toBe(1);
    const refused = 'The audit is being verified already. Try again when that has ended.';
    expect(await rig.failure(['audit', 'verify'], 1)).toContain(refused);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  expect(await first).toMatchObject({ ok: true });
  expect(await chain.verify()).toMatchObject({ ok: true });
});
