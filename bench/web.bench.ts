import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import type { Browser, Locator, Page } from '@playwright/test';

import { connectDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import { startEmbedded } from '#engine/database/embedded.ts';
import { SCRIPT_LIMITS } from '#test/script-limits.ts';
import { seeTour } from '#test/e2e/tour-seen.ts';
import { PROJECT, startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { measureCompose } from './web-compose.ts';
import { ACCOUNT, largestPaint, median, rest, signIn, slowDown } from './web-page.ts';
import type { Judge } from './web-page.ts';

const log = { info: (): void => {}, warn: (): void => {}, error: (): void => {} };
const FAXES = 10_000;

/** Longest acceptable waits in milliseconds: to the largest paint, and from a click to its frame. */
const LIMITS = { paint: 1_200, interaction: 100 } as const;

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ASSETS = join(PROJECT, 'dist/web/assets');

/** Prints script sizes, times to the largest paint, and reaction times of the list, on a slowed processor. */
export async function run(): Promise<void> {
  const product = await startProduct();
  const database = await openDatabase(product);
  const executablePath = BROWSERS.find((path) => existsSync(path));
  const browser = await chromium.launch({
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const misses: string[] = [];
  const judge = (name: string, value: number, limit: number, unit: string): void => {
    console.log(`${name.padEnd(46)}${value.toFixed(0).padStart(8)} ${unit}   (at most ${limit})`);
    if (value > limit) misses.push(name);
  };
  try {
    await fill(database);
    await seeTour(product, ACCOUNT);
    await measureSizes(browser, product, judge);
    await measurePaints(browser, product, judge);
    await measureList(browser, product, judge);
    await measureCompose(browser, product, judge, database);
  } finally {
    await browser.close();
    await database.close();
    await product.stop();
  }
  if (misses.length > 0) throw new Error(`over the limit: ${misses.join(', ')}`);
}

/** Scripts that run in the page; strings, because this program is compiled without DOM types. */
const LOADED_SCRIPTS = `performance.getEntriesByType('resource').map(({ name }) => name)
  .filter((name) => new URL(name).pathname.endsWith('.js'))`;
const WATCH_EVENTS = `globalThis.slowest = [];
new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) slowest.push(duration); })
  .observe({ type: 'event', durationThreshold: 16 })`;

/** Adds ten thousand faxes from three thousand numbers, all with the pages of one demonstration fax. */
async function fill(database: Database): Promise<void> {
  await database.pool.query(
    `insert into fax_party (account_id, number, company, sender, to_person)
     select a.id, (3135000000 + n)::text, 'Company ' || n, 'Person ' || n, ''
     from account a, generate_series(1, 3000) n where a.fax_number = $1
     on conflict do nothing`,
    [ACCOUNT],
  );
  await database.pool.query(
    `with box as (select id from account where fax_number = $1),
     sample as (select f.* from fax f join box on f.account_id = box.id where f.action = 'R' order by f.id limit 1),
     parties as (select id, number, company, row_number() over (order by id) - 1 as n from fax_party
       where account_id = (select id from box) and company like 'Company %')
     insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, pages, bytes, is_new)
     select s.account_id, s.document_id, s.path_key || 'x' || i, 'R', now() - i * interval '7 minutes', p.id, p.number,
       p.company, s.pages, s.bytes, i % 9 = 0
     from sample s, generate_series(1, ${FAXES}) i join parties p on p.n = i % 3000`,
    [ACCOUNT],
  );
}

/** Opens the database of the running product. */
async function openDatabase({ dataDir }: Product): Promise<Database> {
  const embedded = await startEmbedded({ dataDir, log });
  return await connectDatabase(embedded.connection, log, {
    max: 1,
    release: async () => await embedded.stop(),
  });
}

/** Measures the scripts that a page has loaded when it is idle, compressed as the server sends them. */
async function measureSizes(browser: Browser, product: Product, judge: Judge): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.baseURL}/login`, { waitUntil: 'networkidle' });
  judge('scripts of the login page', await scripts(page), SCRIPT_LIMITS['/login'], 'kB');
  await signIn(page, product);
  const inbox = await context.newPage();
  await inbox.goto(`${product.baseURL}/inbox`, { waitUntil: 'load' });
  await inbox.getByRole('option').first().waitFor();
  judge('scripts of the inbox', await scripts(inbox), SCRIPT_LIMITS['/inbox'], 'kB');
  const all = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  console.log(
    `all scripts of the product: ${all.reduce((sum, name) => sum + packed(name), 0).toFixed(0)} kB`,
  );
  await context.close();
}

async function scripts(page: Page): Promise<number> {
  const loaded = await page.evaluate<string[]>(LOADED_SCRIPTS);
  return [...new Set(loaded)].reduce((sum, url) => sum + packed(basename(new URL(url).pathname)), 0);
}

function packed(name: string): number {
  const file = join(ASSETS, name);
  return existsSync(file) ? gzipSync(readFileSync(file), { level: 9 }).byteLength / 1000 : 0;
}

async function measurePaints(browser: Browser, product: Product, judge: Judge): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  judge(
    'largest paint, login page, cold',
    await median(async () => {
      const cold = await browser.newContext();
      const time = await largestPaint(await cold.newPage(), `${product.baseURL}/login`);
      await cold.close();
      return time;
    }),
    LIMITS.paint,
    'ms',
  );
  const page = await context.newPage();
  await signIn(page, product);
  for (const place of ['dashboard', 'inbox'])
    judge(
      `largest paint, ${place}, ${FAXES.toLocaleString('en')} faxes`,
      await median(async () => {
        const fresh = await context.newPage();
        const time = await largestPaint(fresh, `${product.baseURL}/${place}`);
        await fresh.close();
        return time;
      }),
      LIMITS.paint,
      'ms',
    );
  await context.close();
}

/** Measures from the key or click to the next frame (Event Timing): opening, walking, checking, sorting, a search. */
async function measureList(browser: Browser, product: Product, judge: Judge): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, product);
  await page.goto(`${product.baseURL}/inbox`);
  const rows = page.getByRole('option');
  await rows.first().waitFor();
  await page.evaluate(WATCH_EVENTS);
  await slowDown(page);
  const clicking =
    (...targets: Locator[]) =>
    async (): Promise<Act> =>
      await aim(page, targets);
  const steps: Record<string, () => Promise<Act>> = {
    'opening a fax': clicking(...[1, 3, 5].map((at) => rows.nth(at))),
    'walking through the list by arrow': async () => async () => {
      for (let step = 0; step < 15; step += 1) await page.keyboard.press('ArrowDown');
    },
    'sorting by another column': async () => {
      await page.locator('.list-sort').click();
      return await aim(page, [page.getByRole('menuitem', { name: 'Company' })]);
    },
    'checking faxes': clicking(...[2, 4, 6].map((at) => rows.nth(at).locator('[data-check]'))),
    'selecting all of the page': clicking(page.getByLabel('Select all').first()),
    'a search typed and sent': async () => {
      await page.getByRole('textbox', { name: /^Search/u }).focus();
      return async () => {
        await page.keyboard.type('company 12');
        await page.keyboard.press('Enter');
      };
    },
  };
  for (const [name, prepare] of Object.entries(steps)) {
    const act = await prepare();
    await rest(page);
    await page.evaluate('slowest.splice(0)');
    await act();
    await rest(page);
    const slowest = await page.evaluate<number>('Math.max(0, ...slowest)');
    judge(`${name}, slowest frame`, slowest, LIMITS.interaction, 'ms');
  }
  await context.close();
}

type Act = () => Promise<void>;

/**
 * Clicks at positions found beforehand, each time the page is idle. Finding an element by its role searches the whole
 * page, inside the page and slowed like it: the frame of one click would wait for the search for the next element.
 */
async function aim(page: Page, targets: readonly Locator[]): Promise<Act> {
  const places: { x: number; y: number }[] = [];
  for (const target of targets) {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error('something to click on is not drawn');
    places.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  return async () => {
    for (const { x, y } of places) {
      await page.mouse.move(x, y);
      await rest(page);
      await page.mouse.click(x, y);
      await rest(page);
    }
  };
}
