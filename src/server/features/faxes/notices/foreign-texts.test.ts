import { expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { fakeDocuments, storeFax } from '#test/mailbox-rig.ts';
import { readMails } from '#test/mails.ts';
import { makeManagedAccount, signInAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';

import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';

const ZONE = 'America/New_York';
const TAG = '<b onmouseover=alert(1)>';

it('[A-XSS-02] what a fax machine calls itself is text in the mail, and is in no usage export', async () => {
  const { documents } = fakeDocuments();
  // Converts every fax to what was received.
  documents.toFaxPages = async ([file]) =>
    await Promise.resolve({ kind: 'ok', tiff: file?.bytes ?? new Uint8Array(), pages: 1 });
  const test = await startApp({ documents });
  try {
    const parent = await signInAdministrator(test);
    const account = await makeManagedAccount(test.database.db, parent);
    const { tiff } = await storeFax(test, (await makeAccount(test.database.db)).id);
    await test.sending.arrivals.receive({
      lineId: null,
      callRef: 'call',
      caller: '3105550111',
      stationId: `${TAG}"'${'\0'.repeat(20)}\u0007Ünï`,
      called: account.number,
      tiff,
      source: 'line',
    });
    await test.runJobs();
    const [mail] = await readMails(test.folder);
    const source = (mail?.source ?? '')
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    const html = source.slice(source.indexOf('Content-Type: text/html'));
    expect(mail?.text).toContain(`Caller: ${TAG}`);
    expect(html).toContain('&#60;b onmouseover=alert(1)&#62;');
    expect(html).not.toContain('<b onmouseover');
    for (const control of ['\0', '\u0007']) expect(source).not.toContain(control);
    await new MultifaxUsage({ database: test.database, zone: ZONE }).rollUp();
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date());
    const query = { startDate: day, endDate: day };
    const file = await test.app.inject({ url: '/api/faxui/usageExport', query, ...parent.session });
    expect(file.body).toContain(account.number);
    expect(file.body).not.toMatch(/onmouseover|[^\P{C}\r\n\t]/u);
  } finally {
    await test.stop();
  }
});
