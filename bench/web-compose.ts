import type { Browser, Page } from '@playwright/test';

import type { Database } from '#engine/database/port.ts';
import type { Product } from '#test/start-product.ts';

import { ACCOUNT, largestPaint, median, rest, signIn } from './web-page.ts';
import type { Judge } from './web-page.ts';

const CONTACTS = 50_000;
const DRAFTS = 200;

/** Longest acceptable waits in milliseconds: to the largest paint, and from a key in To to the suggestions. */
const LIMITS = { paint: 1_200, suggestions: 50 } as const;

/**
 * Measures from the key to the frame that shows suggestions; a string, because this program is compiled without DOM
 * types.
 */
const KEY_TO_SUGGESTIONS = `new Promise((resolve) => {
  let pressed;
  addEventListener('keydown', () => { pressed = performance.now(); }, { capture: true, once: true });
  const watch = new MutationObserver(() => {
    if (!document.querySelector('[role=listbox] [role=option]')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
  });
  watch.observe(document.body, { childList: true, subtree: true });
})`;

/** Measures suggestions, the list of contacts and the list of drafts of a person with many of each. */
export async function measureCompose(
  browser: Browser,
  product: Product,
  judge: Judge,
  database: Database,
): Promise<void> {
  await database.pool.query(
    `insert into contact (account_id, to_person, company, fax_number)
     select a.id, case when n % 5000 = 0 then 'Quentin Quill ' || n else 'Person ' || n end, 'Company ' || n % 100,
       (3000000000 + n)::text
     from account a, generate_series(1, ${CONTACTS}) n where a.fax_number = $1`,
    [ACCOUNT],
  );
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, product);
  const paintOf = async (place: string) =>
    await median(async () => {
      const fresh = await context.newPage();
      const time = await largestPaint(fresh, `${product.baseURL}/${place}`);
      await fresh.close();
      return time;
    });
  const many = CONTACTS.toLocaleString('en');
  judge(`largest paint, contacts, ${many} contacts`, await paintOf('contacts'), LIMITS.paint, 'ms');
  await page.goto(`${product.baseURL}/inbox/compose`);
  for (const [key, found] of [
    ['q', '10 of them'],
    ['p', 'nearly all'],
  ] as const)
    judge(
      `suggestions, ${many} contacts, ${found}`,
      await median(async () => await keyToSuggestions(page, key)),
      LIMITS.suggestions,
      'ms',
    );
  await writeDrafts(page, database);
  judge(`largest paint, ${DRAFTS} drafts`, await paintOf('inbox/drafts'), LIMITS.paint, 'ms');
  await context.close();
}

async function keyToSuggestions(page: Page, key: string): Promise<number> {
  const to = page.getByRole('combobox').first();
  await to.fill('');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  await rest(page);
  const time = page.evaluate<number>(KEY_TO_SUGGESTIONS);
  await to.press(key);
  return await time;
}

/** Writes one draft as a person does, and copies it in the database. */
async function writeDrafts(page: Page, database: Database): Promise<void> {
  await page.getByRole('combobox').first().fill('2125550143,');
  const saved = async () =>
    (await database.pool.query('select from fax_draft where discarded_at is null')).rowCount;
  while ((await saved()) === 0) await rest(page);
  await page.goto('about:blank');
  await database.pool.query(
    `insert into fax_draft (account_id, key, content, device, page, browser, saved_at)
     select account_id, left(key, 40) || n, content, device, page, browser, saved_at - n * interval '1 hour'
     from (select * from fax_draft where discarded_at is null limit 1) d, generate_series(1, ${DRAFTS - 1}) n`,
  );
}
