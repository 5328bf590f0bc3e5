import type { Page } from '@playwright/test';
import { enter } from './mailbox.ts';
import type { RunningProduct } from './product.ts';

/** Signs in with an address book that contains exactly these lines. */
export async function openContacts(
  page: Page,
  product: RunningProduct,
  number: string,
  lines: readonly string[],
): Promise<void> {
  await enter(page, product, number);
  await page.evaluate(async (csv) => {
    const token = /access-token=([^;]+)/u.exec(document.cookie)?.[1] ?? '';
    const headers = { 'x-access-token': token, 'content-type': 'application/json' };
    const call = async (path: string, method: string, body?: object) =>
      (await (await fetch(path, { method, headers, body: JSON.stringify(body) })).json()) as {
        data: { cid: string }[];
      };
    const { data } = await call('/api/db/f2e/SSPUserContacts.json?length=500', 'GET');
    for (const { cid } of data) await call('/api/db/f2e/UserContact.json', 'DELETE', { faxnumid: cid });
    if (csv.length > 0) await call('/api/db/f2e/ImportContacts.json', 'POST', { doReplace: '0', csv });
  }, lines);
  await page.goto('contacts');
}
