import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  operatorMailboxFaxes,
  operatorMailboxOpen,
  operatorMailboxPage,
} from '#contract/customers/mailbox-view.admin.ts';
import { makeAccount } from '#test/factories.ts';
import { readMails } from '#test/mails.ts';
import { operatorOf, signInOperator } from '#test/operator-console-rig.ts';
import type { Operator } from '#test/operator-console-rig.ts';
import { refusal } from '#test/people-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const GIF = Buffer.from('GIF89a page');
const REASON = 'Ticket 4711: pages look upside down';

describe('an operator’s look into a mailbox', () => {
  let test: TestApp;
  let anna: Operator;
  let account: Awaited<ReturnType<typeof makeAccount>>;
  let owner: SignedIn;
  let key: string;
  let calls = 0;

  beforeAll(async () => {
    const documents = fakeDocuments({ pageImage: async () => ({ kind: 'ok', gif: GIF }) });
    test = await startApp({ documents });
    anna = operatorOf(test, await signInOperator(test, 'anna'));
  });
  beforeEach(async () => {
    account = await makeAccount(test.database.db);
    owner = await test.signIn(account.number);
    key = await receive(account);
  });
  afterAll(async () => await test.stop());

  /** Receives a fax; returns its key. */
  const receive = async ({ id, number: called }: { id: number; number: string }) => {
    calls += 1;
    await test.sending.arrivals.receive({
      lineId: null,
      callRef: `view-${calls}`,
      caller: '3105550111',
      stationId: '',
      called,
      tiff: Buffer.from('pages 2'),
      source: 'line',
    });
    const { path_key } = await test.database.db
      .selectFrom('fax')
      .select('path_key')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow();
    return path_key;
  };
  const open = async (who = anna, reason: unknown = REASON) =>
    await who.act(operatorMailboxOpen, { id: String(account.id), reason });
  const list = async (who = anna) => await who.ask(operatorMailboxFaxes, { id: String(account.id) });
  const page = async (fax = key, who = anna) =>
    await who.ask(operatorMailboxPage, { id: String(account.id), fax, page: '1' });
  const views = async () =>
    (await test.app.inject({ url: '/api/faxui/mailboxViews', ...owner })).json<{ views: object[] }>().views;
  const rows = async (statement: string) =>
    (await test.database.pool.query<Record<string, unknown>>(statement, [account.id])).rows;

  it('[A-VIEW-01] needs a written reason, which the owner gets by mail and sees, with what was opened', async () => {
    expect(refusal(await list())).toEqual([412, 'VIEW_ENDED']);
    for (const reason of ['', 'too short', 'x'.repeat(301), 'two\nlines of a reason', null])
      expect(refusal(await open(anna, reason))).toEqual([400, 'VALIDATION']);
    expect((await open()).statusCode).toBe(200);
    const before = await rows('select * from fax where account_id = $1');
    expect((await list()).json()).toMatchObject({ total: 1, rows: [{ fax_path: key, is_new: '1' }] });
    expect((await page()).json()).toEqual({ gif: GIF.toString('base64') });
    await page();
    expect(await rows('select * from fax where account_id = $1')).toEqual(before);
    expect(await views()).toMatchObject([{ by: 'anna', faxes: 1, reason: REASON }]);
    await test.runJobs();
    const [mail] = (await readMails(test.folder)).filter(
      ({ template, to }) => template === 'mailbox-viewed' && to === account.email,
    );
    expect(mail?.text).toContain(REASON);
    expect(
      await rows(
        `select action, actor_kind as kind from audit where account_id = $1 and action like 'mailbox.%' order by id`,
      ),
    ).toEqual([
      { action: 'mailbox.view', kind: 'operator' },
      { action: 'mailbox.read', kind: 'operator' },
    ]);
    await expect
      .poll(
        async () =>
          await rows(`select actor_kind as kind, kind as act from fax_access where account_id = $1`),
      )
      .toEqual([{ kind: 'operator', act: 'open' }]);
  });

  it('[A-VIEW-01] ends after half an hour, is each operator’s own, and shows no fax of another account', async () => {
    await open();
    const other = await makeAccount(test.database.db);
    const foreign = await receive(other);
    expect(refusal(await page(foreign))).toEqual([404, 'NOT_FOUND']);
    const ben = operatorOf(test, await signInOperator(test, 'ben'));
    expect([refusal(await list(ben)), refusal(await page(key, ben))]).toEqual([
      [412, 'VIEW_ENDED'],
      [412, 'VIEW_ENDED'],
    ]);
    await test.database.pool.query("update mailbox_view set opened_at = now() - interval '31 minutes'");
    expect([refusal(await list()), refusal(await page())]).toEqual([
      [412, 'VIEW_ENDED'],
      [412, 'VIEW_ENDED'],
    ]);
    await test.database.db
      .updateTable('account')
      .set({ state: 'closed' })
      .where('id', '=', account.id)
      .execute();
    expect(refusal(await open())).toEqual([404, 'NOT_FOUND']);
  });
});
