import { allAnswered } from './calls-under-way.ts';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect } from './product.ts';
import type { RunningProduct } from './product.ts';
import { samplePdf } from './sample-pdf.ts';

/** A file for the file picker. */
export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A real document with two pages. */
export const ORDER: PickedFile = {
  name: 'order.pdf',
  mimeType: 'application/pdf',
  buffer: samplePdf('First page', 'Second page'),
};

/** Returns a file of a given size without useful content. */
export function plainFile(name: string, size: number): PickedFile {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(size, 'a') };
}

/**
 * Opens a place as a fax account that is already signed in, with nothing else in the browser: the start of tests of
 * that place. Tests of signing in, and those that keep the browser's state, use the form (`signIn`).
 */
export async function enter(page: Page, product: RunningProduct, number: string, place = ''): Promise<void> {
  // A page that still polls as the previous account would be refused with the new account's cookie.
  await page.goto('about:blank');
  const basic = Buffer.from(`${number}:${product.password}`).toString('base64');
  const answer = await page.request.post('api/auth/login/faxuser.cookie', {
    headers: { authorization: `Basic ${basic}` },
  });
  const { node } = (await answer.json()) as { node: string };
  const { cookies } = await page.context().storageState();
  const kept = { 'f2e.node': node, 'f2e.kind': 'user', 'f2e.token': 'true' };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  const { origin } = new URL(product.baseURL);
  await page.context().setStorageState({ cookies, origins: [{ origin, localStorage }] });
  await page.goto(place);
}

/** Logs a page in as a fax account with the form, and waits for the next page. */
export async function signIn(page: Page, product: RunningProduct, number: string): Promise<void> {
  await page.goto('login');
  await page.getByLabel('Fax number').fill(number);
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/(dashboard|inbox)/u);
}

/** Confirms a dialog by keyboard as soon as its button has the focus. */
export async function confirmByEnter(page: Page): Promise<void> {
  await expect(page.getByRole('alertdialog').locator('button:focus')).toBeVisible();
  await page.keyboard.press('Enter');
}

/** Returns the destination field of compose. */
export function destination(page: Page): Locator {
  return page.getByRole('combobox', { name: 'To', exact: true });
}

/** Enters a number in the destination field. */
export async function addNumber(page: Page, number: string): Promise<void> {
  await destination(page).fill(number);
  await destination(page).press('Enter');
}

/** Chooses files with the file picker of compose. */
export async function attach(page: Page, ...files: PickedFile[]): Promise<void> {
  await page.locator('.compose input[type=file]').first().setInputFiles(files);
}

/** Returns the button that sends, not the link of the same name next to the folders. */
export function sendButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Send( fax)?$/u });
}

/** Asserts that the page has no accessibility violations of WCAG 2.2 AA, or of only the named rules. */
export async function expectAccessible(page: Page, rules: readonly string[] = []): Promise<void> {
  await allAnswered(page);
  // A color in transition has no contrast to measure.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Our pages have no frames, and only violations matter; without these options it takes twice as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules.length > 0) axe.withRules([...rules]);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

/**
 * Asserts that the page is no wider than the window. Polls, because a page redraws after its width has changed. Names
 * the elements that stick out.
 */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const sticksOut = async () =>
    await page.evaluate(() => {
      const root = document.documentElement;
      if (root.scrollWidth <= root.clientWidth) return [];
      const wide = [...document.body.querySelectorAll('*')].filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > root.clientWidth;
      });
      return [
        `${root.scrollWidth} of ${root.clientWidth} pixels`,
        ...wide.map(({ outerHTML }) => outerHTML.slice(0, 120)),
      ];
    });
  await allAnswered(page);
  await expect.poll(sticksOut).toEqual([]);
}
