import type { Locator, Page } from '@playwright/test';
import { barButton, ensureMailbox, openInbox, rowOf, rows } from './inbox-rig.ts';
import { expectAccessible } from './mailbox.ts';
import { expect, test } from './product.ts';

const BOX = '2125550686';
const PHONE_BOX = '2125550687';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, BOX, { '3135550161': 4, '3135550162': 1 });
  await ensureMailbox(product, PHONE_BOX, { '3135550163': 1, '3135550164': 2, '3135550165': 2 });
});

const sheet = (page: Page, number: number) => page.locator(`.page-area .page[data-page="${number}"]`);
const widthOf = async (place: Locator) => (await place.boundingBox())?.width ?? 0;
const isWide = async (place: Locator) => {
  const { width = 0, height = 0 } = (await place.boundingBox()) ?? {};
  return width > height;
};

/** Moves fingers from their start to their end positions. */
async function fingers(page: Page, ...paths: [from: [number, number], to: [number, number]][]) {
  const client = await page.context().newCDPSession(page);
  const at = (part: number) =>
    paths.map(([[x0, y0], [x1, y1]], id) => ({ id, x: x0 + (x1 - x0) * part, y: y0 + (y1 - y0) * part }));
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

test('[MSG-07] pages are zoomed, found by their small pictures and turned one by one, without a blank moment', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  await rowOf(page, '313-555-0161').click();
  const first = sheet(page, 1);
  await expect(first).toHaveAttribute('data-state', 'ready');
  const area = page.getByRole('region', { name: 'Pages of the fax' });
  const fitted = await widthOf(first);
  const strip = page.getByRole('navigation', { name: 'Page thumbnails' });
  await expect(strip).toBeVisible();
  // Pages keep their positions when the thumbnails appear.
  expect(await widthOf(first)).toBe(fitted);
  await area.focus();
  await page.keyboard.press('+');
  await expect.poll(async () => await widthOf(first)).toBeGreaterThan(fitted);
  await page.reload();
  await expect.poll(async () => await widthOf(first)).toBeGreaterThan(fitted);
  await area.focus();
  await page.keyboard.press('0');
  await expect.poll(async () => await widthOf(first)).toBe(fitted);

  await strip.getByRole('button', { name: 'Page 1 of 4' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const third = sheet(page, 3);
  await expect(third).toBeInViewport({ ratio: 0.3 });
  await expect(third).toHaveAttribute('data-state', 'ready');

  // The response is held back: the page is rotated in the meantime, and its picture stays.
  const held = Promise.withResolvers<void>();
  await page.route('**/faxRotate', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Page 3 of 4' }).last().click();
  await page.getByRole('menuitem', { name: 'Turn page 3 left' }).click();
  const picture = third.getByRole('img');
  await expect(picture).toHaveAttribute('data-turn', '270');
  await expect(picture).toHaveCSS('opacity', '1');
  held.resolve();
  await expect(picture).not.toHaveAttribute('data-turn');
  await expect
    .poll(
      async () => await picture.evaluate(({ naturalWidth: x, naturalHeight: y }: HTMLImageElement) => x > y),
    )
    .toBe(true);
  await expect.poll(async () => await isWide(third)).toBe(true);
  await expect.poll(async () => await isWide(first)).toBe(false);
  await barButton(page, 'Full screen').click();
  await expect.poll(async () => await widthOf(page.locator('.read'))).toBe(page.viewportSize()?.width);
  await barButton(page, 'Exit full screen').click();
  await expectAccessible(page);
});

test('the link past the menus leads to the row of the list, from where arrows go on', async ({
  page,
  product,
}) => {
  await openInbox(page, product, BOX);
  await page.getByRole('button', { name: 'Skip to faxes' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('[MOB-09] pinch and double tap zoom, a swipe leads to the next fax only while nothing is zoomed', async ({
    page,
    product,
  }) => {
    await openInbox(page, product, PHONE_BOX);
    await rowOf(page, '313-555-0164').tap();
    const first = sheet(page, 1);
    await expect(first).toHaveAttribute('data-state', 'ready');
    await expect(page.getByText('Pinch to zoom')).toBeVisible();
    const fitted = await widthOf(first);
    await fingers(
      page,
      [
        [180, 400],
        [120, 400],
      ],
      [
        [210, 400],
        [330, 400],
      ],
    );
    await expect.poll(async () => await widthOf(first)).toBeGreaterThan(fitted * 1.5);
    const bar = page.locator('.topbar');
    await expect(bar).toContainText('2 of 3');
    await fingers(page, [
      [300, 500],
      [60, 500],
    ]);
    await expect(bar).toContainText('2 of 3');
    await page.touchscreen.tap(200, 500);
    await page.touchscreen.tap(200, 500);
    await expect.poll(async () => await widthOf(first)).toBe(fitted);
    await fingers(page, [
      [300, 500],
      [60, 500],
    ]);
    await expect(bar).toContainText('3 of 3');
    await expect(page.getByText('Pinch to zoom')).toHaveCount(0);
  });

  test('a long press selects a row, and a swipe archives it', async ({ page, product }) => {
    await openInbox(page, product, PHONE_BOX);
    const count = await rows(page).count();
    const row = rowOf(page, '313-555-0165');
    const box = await row.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 30];
    const client = await page.context().newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await client.detach();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Cancel selection' }).tap();
    await expect(row).toHaveAttribute('aria-selected', 'false');
    await fingers(page, [
      [x, y],
      [x - 180, y],
    ]);
    await expect(rows(page)).toHaveCount(count - 1);
    await expect(row).toHaveCount(0);
    await expect(page.getByText('Fax archived')).toBeVisible();
  });
});
