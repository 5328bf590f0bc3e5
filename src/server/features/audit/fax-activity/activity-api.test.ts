import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

interface Entry {
  id: string;
  kind: string;
  by: string;
  fax: string | null;
}

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

async function access(accountId: number, faxId: number, kind: string, minutes: number): Promise<void> {
  await test.database.pool.query(
    `insert into fax_access (at, account_id, fax_id, kind, form, actor_kind, actor_id, address, device)
     values (now() - make_interval(mins => $4), $1, $2, $3, 'pdf', 'account', $1, '192.0.2.7', 'Firefox')`,
    [accountId, faxId, kind, minutes],
  );
}

const entriesOf = (body: Record<string, unknown>) => body['data'] as Entry[];

describe('activity for programs', () => {
  it('lists who did what, newest first, in pages; reading it is an entry too', async () => {
    const { id } = await makeAccount(test.database.db);
    const fax = await makeFax(test.database.db, id);
    // Written in a different order than they happened.
    for (const [kind, minutes] of [
      ['download', 5],
      ['open', 9],
      ['print', 1],
    ] as const)
      await access(id, fax.id, kind, minutes);
    const { ask } = await startProgram(test, { kind: 'account', id });
    const about = { fax: `fax_${fax.id}` };
    const first = await ask('GET', '/activity', { query: { ...about, limit: '2' } });
    const next = String(first.body['next']);
    const rest = await ask('GET', '/activity', { query: { ...about, limit: '2', after: next } });
    const all = [...entriesOf(first.body), ...entriesOf(rest.body)];
    expect(all.map(({ kind }) => kind)).toEqual(['print', 'download', 'open']);
    expect(all[0]).toEqual({
      object: 'activity',
      id: expect.stringMatching(/^act_\d+$/u),
      created_at: expect.stringMatching(/Z$/u),
      kind: 'print',
      form: 'pdf',
      by: 'account',
      name: '',
      fax: `fax_${fax.id}`,
      address: '192.0.2.7',
      device: 'Firefox',
    });
    const opened = await ask('GET', '/activity', { query: { kind: 'open' } });
    expect(entriesOf(opened.body).map(({ kind }) => kind)).toEqual(['open']);
    await expect
      .poll(async () => entriesOf((await ask('GET', '/activity', { query: { kind: 'log' } })).body).length)
      .toBeGreaterThan(0);
  });

  it('is of the account alone; an administrator names one of their own', async () => {
    const { db } = test.database;
    const parent = await makeAdministrator(db);
    const child = await makeManagedAccount(db, parent);
    const fax = await makeFax(db, child.id);
    await access(child.id, fax.id, 'open', 3);
    const stranger = await startProgram(test, { kind: 'account', id: (await makeAccount(db)).id });
    const query = { fax: `fax_${fax.id}` };
    expect(entriesOf((await stranger.ask('GET', '/activity', { query })).body)).toEqual([]);
    const { ask } = await startProgram(test, { kind: 'parent', id: parent.id });
    const headers = { 'f2e-account': `acc_${child.id}` };
    const { body } = await ask('GET', '/activity', { query: { ...query, kind: 'open' }, headers });
    expect(entriesOf(body)).toHaveLength(1);
    const foreign = Number((entriesOf(body)[0]?.id ?? '').slice(4));
    const after = Buffer.from(`p${foreign}`).toString('base64url');
    expect(entriesOf((await stranger.ask('GET', '/activity', { query: { after } })).body)).toEqual([]);
  });
});
