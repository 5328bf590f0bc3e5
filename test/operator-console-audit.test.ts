import { describe, expect, it } from 'vitest';

import { operatorAudit } from '#contract/audit/log.admin.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';

import { makeAccount } from './factories.ts';
import { makeAdministrator } from './multifax-rig.ts';
import { startConsole } from './operator-console-rig.ts';
import type { ConsoleWorld } from './operator-console-rig.ts';

interface Audit {
  rows: { action: string; uid: string | null }[];
  names: Record<string, string>;
}

describe('the audit of the operator console', () => {
  let { test, anna, account } = {} as ConsoleWorld;
  startConsole((world) => ({ test, anna, account } = world));

  const write = async (entry: AuditEntry) =>
    await test.database.transaction(async (tx) => await writeAudit(tx, entry));
  const listed = async (query: object) => await anna.get<Audit>(operatorAudit, query);

  it('says what people call the accounts, administrators and people that acts name', async () => {
    const administrator = await makeAdministrator(test.database.db, { username: 'dunder' });
    const { id: person } = await test.database.db
      .insertInto('person')
      .values({ brand_id: administrator.brandId, email: 'pam@example.com', name: 'Pam Beesly' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const object = `account/${account.id}`;
    await write({
      actor: { kind: 'parent', id: administrator.id },
      accountId: account.id,
      action: 'account.set',
      object,
      detail: { personId: person },
    });
    const { names } = await listed({ action: 'account.set' });
    expect(names).toEqual({
      [object]: account.number,
      [`parent/${administrator.id}`]: 'dunder',
      [`person/${person}`]: 'Pam Beesly',
    });
  });

  it('leaves out what has no name any more', async () => {
    await write({ actor: { kind: 'account', id: 987654 }, action: 'fax.view', object: '12', detail: {} });
    expect((await listed({ action: 'fax.view' })).names).toEqual({});
  });

  it('finds acts about an account by its number as well as by its id', async () => {
    await write({ actor: { kind: 'system' }, accountId: account.id, action: 'mail.resumed' });
    const other = await makeAccount(test.database.db);
    await write({ actor: { kind: 'system' }, accountId: other.id, action: 'mail.resumed' });
    for (const wanted of [String(account.id), account.number]) {
      const { rows } = await listed({ action: 'mail.resumed', account: wanted });
      expect(rows.map(({ uid }) => uid)).toEqual([String(account.id)]);
    }
  });
});
