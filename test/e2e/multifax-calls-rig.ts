import type { Page } from '@playwright/test';
import { f2e } from './operator.ts';
import type { RunningProduct } from './product.ts';

/** An administrator whose accounts no other spec counts. */
export const ADMINISTRATOR = 'calls';

/** Creates the administrator with the product's password, once; returns the id. */
export async function ensureAdministrator(product: RunningProduct): Promise<string> {
  const { parents } = await f2e(product, ['parent', 'list']);
  const known = (parents as { parentId: string; username: string }[]).find(
    ({ username }) => username === ADMINISTRATOR,
  );
  if (known !== undefined) return known.parentId;
  const values = ['--brand', '1', '--username', ADMINISTRATOR, '--email', 'calls@example.com'];
  const added = await f2e(product, ['parent', 'add', ...values, '--password-stdin'], `${product.password}\n`);
  return String(added['parentId']);
}

/** Returns the server's response to a call in the page's session. */
export async function askFrom(page: Page, method: string, name: string, body?: object): Promise<unknown> {
  return await page.evaluate(
    async ([verb, path, json]) => {
      const token = /access-token=([^;]*)/u.exec(document.cookie)?.[1] ?? '';
      const headers = { 'x-access-token': token, 'content-type': 'application/json' };
      return (await (await fetch(path, { method: verb, headers, body: json })).json()) as unknown;
    },
    [method, `/api/db/f2e/${name}`, body && JSON.stringify(body)] as const,
  );
}
