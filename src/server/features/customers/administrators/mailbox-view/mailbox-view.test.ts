import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';
import { makeFax } from '#test/factories.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import type { AdministratorPerson } from '#test/multifax-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

describe('an administrator’s look into a mailbox', () => {
  let test: TestApp;
  let parent: AdministratorPerson;
  let child: Awaited<ReturnType<typeof makeManagedAccount>>;
  let file: string;

  beforeAll(async () => {
    test = await startApp({ documents: fakeDocuments({ exportPdf: async (tiff) => tiff }) });
  });
  beforeEach(async () => {
    parent = await signInAdministrator(test);
    child = await makeManagedAccount(test.database.db, parent);
    await sell(true);
    const arrived = await test.sending.arrivals.receive({
      lineId: null,
      callRef: `look-${child.id}`,
      caller: '3105550111',
      stationId: '',
      called: child.number,
      tiff: Buffer.from('pages 2'),
      source: 'line',
    });
    if (!arrived.accepted) throw new Error('the fax was not taken');
    const { path_key } = await test.database.db
      .selectFrom('fax')
      .select('path_key')
      .where('account_id', '=', child.id)
      .executeTakeFirstOrThrow();
    file = `${path_key}/fax.pdf`;
  });
  afterAll(async () => await test.stop());

  /** Sells the account as a product that allows viewing, or does not. */
  const sell = async (parentView: boolean) => {
    const { id } = await test.database.db
      .updateTable('product')
      .set({ parent_view: parentView })
      .where('code', '=', 'MF-LOCAL')
      .where('brand_id', '=', parent.brandId)
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.database.db
      .updateTable('account')
      .set({ product_id: id })
      .where('id', '=', child.id)
      .execute();
  };
  const open = async (person = parent) =>
    await person.send('POST', '/api/faxui/openMailbox.json', { id: String(child.id) });
  const get = async (path: string, query: Record<string, string>, person = parent) =>
    await test.app.inject({
      url: `/api/faxui/${path}`,
      query: { uid: String(child.id), ...query },
      ...person.session,
    });
  const audited = async () =>
    (
      await test.database.pool.query<{ action: string; object: string }>(
        "select action, object from audit where account_id = $1 and action like 'mailbox.%' order by id",
        [child.id],
      )
    ).rows.map(({ action }) => action);
  const mailbox = async () =>
    JSON.stringify(
      (await test.database.pool.query('select * from fax where account_id = $1 order by id', [child.id]))
        .rows,
    );

  it('is refused where the product does not allow it, without a look, and after an hour', async () => {
    expect((await get('childFaxes', {})).json()).toMatchObject({ error: 'VIEW_ENDED' });
    await sell(false);
    expect((await open()).json()).toMatchObject({
      error: 'VIEW_NOT_ALLOWED',
      message: 'This account’s plan doesn’t allow you to view its mailbox.',
    });
    await sell(true);
    expect((await open()).statusCode).toBe(200);
    expect((await get('childFaxes', {})).statusCode).toBe(200);
    await sell(false);
    expect((await get('childFaxFile', { file })).statusCode).toBe(412);
    await sell(true);
    await test.database.pool.query("update mailbox_view set opened_at = now() - interval '61 minutes'");
    expect((await get('childFaxes', {})).json()).toMatchObject({ error: 'VIEW_ENDED' });
    expect((await get('childFaxFile', { file })).json()).toMatchObject({ error: 'VIEW_ENDED' });
    expect(await audited()).toEqual(['mailbox.view']);
  });

  it('shows folders and pages, audits the look and each fax once, and the owner sees both', async () => {
    await makeFax(test.database.db, child.id, { action: 'S', number: '3105550112' });
    await open();
    const inbox = (await get('childFaxes', {})).json();
    expect(inbox).toMatchObject({ total: 1, rows: [{ fax_from: '3105550111', is_new: '1' }] });
    expect((await get('childFaxes', { folder: 'Sent' })).json()).toMatchObject({
      total: 1,
      rows: [{ fax_from: '3105550112' }],
    });
    const pdf = await get('childFaxFile', { file });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await get('childFaxFile', { file })).statusCode).toBe(200);
    for (const none of ['', '../x', `${'k'.repeat(22)}/fax.pdf`])
      expect((await get('childFaxFile', { file: none })).statusCode).toBe(404);
    expect(await audited()).toEqual(['mailbox.view', 'mailbox.read']);
    const owner = await test.signIn(child.number);
    const views = await test.app.inject({ url: '/api/faxui/mailboxViews', ...owner });
    expect(views.json()).toEqual({
      allowed: true,
      views: [{ at: expect.any(String), by: parent.username, faxes: 1, reason: '' }],
    });
    const trail = await test.app.inject({ url: '/api/faxui/ownActions', ...parent.session });
    expect(trail.json()).toMatchObject({
      total: 3,
      rows: [
        { action: 'mailbox.read', account: child.number },
        { action: 'mailbox.view', account: child.number },
        { action: 'session.login', account: '' },
      ],
    });
  });

  it('changes nothing: no fax is marked read, and every call that changes a mailbox stays closed', async () => {
    await open();
    const before = await mailbox();
    await get('childFaxes', {});
    await get('childFaxFile', { file });
    const changing = Object.entries<Call>(allCalls).filter(
      ([, call]) => call.access === 'user' && call.method !== 'GET',
    );
    expect(changing.length).toBeGreaterThan(20);
    for (const [name, call] of changing) {
      const answer = await test.app.inject({
        method: call.method,
        url: pathFor(call),
        query: { uid: String(child.id) },
        ...parent.session,
        payload: { uid: String(child.id), user_id: String(child.id) },
      });
      expect([name, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
        name,
        403,
        'WRONG_SESSION_KIND',
      ]);
    }
    expect(await mailbox()).toBe(before);
  });

  it('is nobody else’s: another administrator finds nothing, and looks of one open nothing for another', async () => {
    await open();
    const other = await signInAdministrator(test);
    expect((await open(other)).statusCode).toBe(404);
    expect((await get('childFaxes', {}, other)).statusCode).toBe(404);
    expect((await get('childFaxFile', { file }, other)).statusCode).toBe(404);
    const trail = await test.app.inject({ url: '/api/faxui/ownActions', ...other.session });
    expect(trail.json()).toMatchObject({ total: 1, rows: [{ action: 'session.login' }] });
  });

  it('shows the last five thousand acts, however many there are', async () => {
    await test.database.pool.query(
      `insert into audit (actor_kind, actor_id, action) select 'parent', $1, 'account.change' from generate_series(1, 5003)`,
      [parent.id],
    );
    const page = async (number: number) =>
      (
        await test.app.inject({
          url: '/api/faxui/ownActions',
          query: { 'current-page': String(number), 'per-page': '10' },
          ...parent.session,
        })
      ).json<{ total: number; rows: unknown[] }>();
    const [first, last, beyond] = [await page(1), await page(500), await page(501)];
    expect([first.total, first.rows.length]).toEqual([5_000, 10]);
    expect([last.total, last.rows.length]).toEqual([5_000, 10]);
    expect([beyond.total, beyond.rows.length]).toEqual([5_000, 0]);
  });
});
