import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { addNumber, attach, enter, expectAccessible, sendButton } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';
import { samplePdf } from './sample-pdf.ts';
import { countSteps } from './steps.ts';

const WRITER = '2125550184';
const READER = '2125550185';

const LONG = { name: 'long.pdf', words: ['One', 'Two', 'Three', 'Four'] };
const SHORT = { name: 'short.pdf', words: ['Short'] };

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, WRITER);
  await ensureAccount(product, READER);
  await ensureSimulator(product);
});

const picked = ({ name, words }: typeof LONG) => ({
  name,
  mimeType: 'application/pdf',
  buffer: samplePdf(...words),
});
const names = (page: Page) => page.locator('.att-name');
const pagesOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Pages of ${name}` });

/** Pastes like the browser, into the focused element. */
async function paste(page: Page, what: { file?: { name: string; type: string }; text?: string }) {
  return await page.evaluate(({ file, text }) => {
    const clipboardData = new DataTransfer();
    const dots = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      (one) => one.codePointAt(0) ?? 0,
    );
    if (file) clipboardData.items.add(new File([dots], file.name, { type: file.type }));
    if (text !== undefined) clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return (document.activeElement ?? document.body).dispatchEvent(event);
  }, what);
}

test('[COMP-30] files dropped on any page open compose; order and pages are chosen by keyboard, kept, and sent', async ({
  page,
  browser,
  product,
  baseURL,
}, info) => {
  await enter(page, product, WRITER, 'dashboard');
  await expect(page.getByRole('link', { name: 'Send fax' }).first()).toBeVisible();
  const files: string[] = [];
  for (const { name, words } of [LONG, SHORT]) {
    files.push(info.outputPath(name));
    await writeFile(info.outputPath(name), samplePdf(...words));
  }
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') {
      await expect(page.getByText('Drop to fax')).toBeVisible();
      // The element under the pointer may change before the drop, for example when a list finishes loading.
      await page.evaluate(() => {
        const news = document.createElement('div');
        news.style.cssText = 'position:fixed;inset:0;z-index:1';
        document.body.append(news);
      });
    }
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: 300,
      y: 300,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
  await expect(page).toHaveURL(/\/inbox\/compose$/u);
  await expect(page.getByText('Drop to fax')).toBeHidden();
  await expect(page.getByText('2 files · 5 pages')).toBeVisible();

  await page.getByRole('button', { name: 'Move short.pdf', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('short.pdf picked up, position 2 of 2.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(names(page)).toHaveText(['long.pdf', 'short.pdf']);
  const steps = await countSteps(page);
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  await expect(names(page)).toHaveText(['short.pdf', 'long.pdf']);
  expect(await steps()).toEqual({ clicks: 0, keys: 3 });
  await expect(page.getByRole('button', { name: 'Move short.pdf', exact: true })).toBeFocused();

  await pagesOf(page, 'long.pdf').fill('2-9');
  await pagesOf(page, 'long.pdf').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Use page' })).toHaveText(
    'Use page numbers from 1 to 4, like 2–5, 8.',
  );
  await pagesOf(page, 'long.pdf').fill('2-3');
  await pagesOf(page, 'long.pdf').press('Enter');
  await expect(page.getByText('2 files · 3 pages chosen')).toBeVisible();
  await page.getByRole('button', { name: 'More for page 3' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Turn right' }).click();
  const turned = page.getByRole('button', { name: 'Page 3, turned right' });
  await expect
    .poll(async () => await turned.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBe(152);
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByText('2 files · 3 pages chosen')).toBeVisible();
  await expect(names(page)).toHaveText(['short.pdf', 'long.pdf']);
  await expect(pagesOf(page, 'long.pdf')).toHaveValue('2–3');
  for (const alt of ['short.pdf, page 1', 'long.pdf, page 2', 'long.pdf, page 3']) {
    await expect(page.getByRole('img', { name: `${alt}, as it will be sent` })).toBeVisible();
    const next = page.getByRole('button', { name: 'Next page' });
    if ((await next.getAttribute('aria-disabled')) !== 'true') await next.click();
  }
  await addNumber(page, READER);
  await expect(page.locator('.send-bar')).toContainText('3 pages');
  const request = page.waitForRequest('**/sendFax');
  await sendButton(page).click();
  expect((await request).postData()).toMatch(/name="pages\[1\]"\s+2,3r90\s/u);
  await expect(page).toHaveURL(/folder=Outbox/u);

  const other = await (await browser.newContext({ baseURL })).newPage();
  await enter(other, product, READER, 'inbox');
  await other.getByText('212-555-0184').first().click({ timeout: 60_000 });
  await expect(other.locator('.page-area .page img')).toHaveCount(3);
  await other.context().close();
});

test('pictures and files are pasted anywhere; text in a text field stays text', async ({ page, product }) => {
  await enter(page, product, WRITER, 'contacts');
  await expect(page.getByRole('heading', { name: 'Contacts' }).first()).toBeVisible();
  const picture = { name: 'image.png', type: 'image/png' };
  expect(await paste(page, { file: picture })).toBe(false);
  await expect(page).toHaveURL(/\/inbox\/compose$/u);
  await expect(names(page)).toHaveText(['Pasted picture 1.png']);
  expect(await paste(page, { file: picture })).toBe(false);
  expect(await paste(page, { file: { name: 'scan.png', type: 'image/png' } })).toBe(false);
  const all = ['Pasted picture 1.png', 'Pasted picture 2.png', 'scan.png'];
  await expect(names(page)).toHaveText(all);
  // The strips of their pages move the content below them.
  await expect(page.getByText('1 page · 70 B')).toHaveCount(all.length);
  await page.getByRole('switch', { name: 'Cover page' }).check();
  await page.getByLabel('Subject').focus();
  expect(await paste(page, { file: picture, text: 'words' })).toBe(true);
  await expect(names(page)).toHaveText(all);
});

test('a mouse drags files and pages; on a phone every target is large enough', async ({ page, product }) => {
  await enter(page, product, WRITER, 'inbox/compose');
  await attach(page, picked(LONG), picked(SHORT));
  await expect(page.getByText('2 files · 5 pages')).toBeVisible();
  const drag = async (from: string, to: string) => {
    const start = await page.getByRole('button', { name: from, exact: true }).boundingBox();
    const end = await page.getByRole('button', { name: to, exact: true }).boundingBox();
    if (!start || !end) throw new Error('nothing to drag');
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width, end.y + end.height, { steps: 6 });
    await page.mouse.up();
  };
  const steps = await countSteps(page);
  await drag('Move long.pdf', 'Move short.pdf');
  await expect(names(page)).toHaveText(['short.pdf', 'long.pdf']);
  expect(await steps()).toEqual({ clicks: 1, keys: 0 });
  await drag('Page 2', 'Page 4');
  await expect(pagesOf(page, 'long.pdf')).toHaveValue('1, 3–4, 2');
  await page.getByRole('button', { name: 'Page 3', exact: true }).click();
  await expect(pagesOf(page, 'long.pdf')).toHaveValue('1, 4, 2');

  await page.setViewportSize({ width: 390, height: 844 });
  const small = await page.locator('.att button').evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width < 44 || height < 44 ? [`${one.getAttribute('aria-label')}: ${width} × ${height}`] : [];
    }),
  );
  expect(small).toEqual([]);
  // The active area of links and switches is larger than it looks.
  const above = async (target: Locator, by: number) => {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error('nothing to touch');
    await page.mouse.click(box.x + box.width / 2, box.y - by);
  };
  const cover = page.getByRole('switch', { name: 'Cover page' });
  await above(cover, 10);
  await expect(cover).toBeChecked();
  await above(cover, 10);
  await expect(cover).not.toBeChecked();
  await above(page.getByRole('button', { name: 'Contacts', exact: true }), 8);
  await expect(page.getByRole('complementary', { name: 'Contacts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
});
