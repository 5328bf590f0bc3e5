import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import type { AccountValues } from '#test/factories.ts';
import { fakeDocuments, storeFax } from '#test/mailbox-rig.ts';
import { readMails } from '#test/mails.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let calls = 0;

beforeAll(async () => {
  const { documents } = fakeDocuments();
  documents.toFaxPages = async ([file]) => ({ kind: 'ok', tiff: file?.bytes ?? Buffer.alloc(0), pages: 2 });
  test = await startApp({ documents });
});
afterAll(async () => await test.stop());

/** Receives faxes of two pages. Returns the mails after each. */
async function receiveOn(
  { product, ...values }: AccountValues & { product?: number },
  faxes: number,
  usageNotices = true,
) {
  const account = await makeAccount(test.database.db, values);
  if (product !== undefined)
    await test.database.db
      .updateTable('account')
      .set({ product_id: product })
      .where('id', '=', account.id)
      .execute();
  await test.database.db
    .updateTable('account_settings')
    .set({ notify_new: false, usage_notices: usageNotices })
    .where('account_id', '=', account.id)
    .execute();
  const { tiff } = await storeFax(test, (await makeAccount(test.database.db)).id, { pages: 2 });
  const told: { template: string; subject: string; text: string }[][] = [];
  for (let fax = 0; fax < faxes; fax += 1) {
    calls += 1;
    const call = { lineId: null, callRef: `u${calls}`, caller: '3105550111', stationId: '' };
    await test.sending.arrivals.receive({ ...call, called: account.number, tiff, source: 'line' });
    const known = new Set((await readMails(test.folder)).map(({ messageId }) => messageId));
    await test.runJobs();
    told.push((await readMails(test.folder)).filter(({ messageId }) => !known.has(messageId)));
  }
  return told;
}

it('a mail comes at 80 and at 100 % of the month, each once', async () => {
  const told = await receiveOn({ monthLimit: 10 }, 6);
  expect(told.map((mails) => mails.map(({ template }) => template).join(','))).toEqual([
    '',
    '',
    '',
    'usage-80',
    'usage-100',
    '',
  ]);
});

it('a fax that passes both marks at once is one mail', async () => {
  const [mails] = await receiveOn({ monthLimit: 2 }, 1);
  expect(mails?.map(({ subject }) => subject)).toEqual(['All 2 pages used this month']);
});

it.each([
  ['block', /you can still receive faxes but can’t send any until next month\.\s+http/iu],
  ['bill', /you can still send and receive faxes\. Pages over the limit are billed\.\s+http/iu],
  ['none', /you can still send and receive faxes\.\s+http/iu],
] as const)('a mail says what a product does beyond its limit: %s', async (overage, said) => {
  const { id: product } = await test.database.db
    .insertInto('product')
    .values({ brand_id: 1, code: overage, type: 'local', name: overage, month_limit: 5, overage })
    .returning('id')
    .executeTakeFirstOrThrow();
  const told = (await receiveOn({ product }, 3)).flat();
  expect(told.map(({ template }) => template)).toEqual(['usage-80', 'usage-100']);
  for (const { text } of told) expect(text).toMatch(said);
});

it('no mail goes to accounts without a limit, or to owners who want none', async () => {
  expect(await receiveOn({ monthLimit: 1, options: 'enterprisefax=yes' }, 1)).toEqual([[]]);
  expect(await receiveOn({ monthLimit: 1 }, 1, false)).toEqual([[]]);
});
