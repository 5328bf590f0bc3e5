import type { Page } from '@playwright/test';
import { allAnswered } from './calls-under-way.ts';
import { enter, signIn } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';
import { longestLanguage, wordsOf } from './words.ts';

const OWNER = '2125550189';
const LANGUAGE = longestLanguage();
const say = wordsOf(LANGUAGE);

const WIDTHS = [1440, 390];
const GUEST = [
  'login?error=1',
  'forgot-password',
  'reset-password?token=x',
  'verify?id=1&key=x',
  'multifax/login',
];
const MAILBOX = [
  'dashboard',
  'inbox',
  'inbox?folder=Outbox',
  'inbox/compose',
  'contacts?new=1',
  'contacts/import',
  'cancellation',
  'preferences/general',
  'preferences/appearance',
  'preferences/notifications',
  'preferences/email-to-fax',
  'preferences/cover-page',
  'preferences/keyboard-shortcuts',
  'preferences/account-security',
  'preferences/activity',
  'preferences/subaccounts',
  'preferences/blocked-numbers',
  'preferences/sftp-storage',
];
const ADMINISTRATOR = [
  'multifax/configure-fax-accounts',
  'multifax/usage',
  'multifax/external-storage',
  'multifax/account-security',
  'multifax/activity',
];

/** Returns texts that overflow the cell, button or card around them, and pages wider than the screen. */
async function overflowing(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const BOX = 'td, th, button, .btn, .card, .in, [role=option], [role=dialog], header, main, body';
    /**
     * Returns the element that must contain the text; null if the text is cut on purpose, by an ellipsis or a scroll
     * bar.
     */
    const boxOf = (holder: Element) => {
      const box = holder.closest(BOX);
      const between: Element[] = box ? [box] : [];
      for (let one: Element | null = holder; one && one !== box; one = one.parentElement) between.push(one);
      return between.some((one) => getComputedStyle(one).overflowX !== 'visible') ? null : box;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const holder = text.parentElement;
      if (!holder || text.textContent?.trim() === '' || !holder.checkVisibility()) continue;
      const box = boxOf(holder);
      if (!box) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [words, edge] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      if (words.left < edge.left - 2 || words.right > edge.right + 2)
        found.push(`${text.textContent ?? ''} in ${box.tagName}.${box.className}`);
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    return wide > 0 ? [...found, `${wide} pixels to the side`] : found;
  });
}

async function expectRoom(page: Page, places: readonly string[]): Promise<void> {
  for (const place of places) {
    await page.goto(place);
    await expect(page.locator(`html[lang=${LANGUAGE}]`)).toBeAttached();
    await expect(page.getByRole('heading').first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await allAnswered(page);
      await expect.poll(async () => [place, width, await overflowing(page)]).toEqual([place, width, []]);
    }
    await page.setViewportSize({ width: 1440, height: 844 });
  }
}

test(`[I18N-04] [PGEN-03] a language that is chosen is there at once and after the next login; nothing overflows in ${LANGUAGE}`, async ({
  page,
  product,
  faults,
}) => {
  test.setTimeout(120_000);
  // An account without a storage.
  faults.allow(/^404: GET .*SftpStorageSettings/u);
  await ensureAccount(product, OWNER);
  await enter(page, product, OWNER, 'preferences/general');
  await page.getByLabel('Language', { exact: true }).selectOption(LANGUAGE);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('general.title') })).toBeVisible();
  await expectRoom(page, MAILBOX);
  // A browser that does not store the choice.
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
  });
  await signIn(page, product, OWNER);
  await expect(page.getByRole('link', { name: say('shell.dashboard'), exact: true })).toBeVisible();
  await expect(page.locator(`html[lang=${LANGUAGE}]`)).toBeAttached();
});

test(`nothing overflows on the pages of guests, of a full mailbox and of administrators in ${LANGUAGE}`, async ({
  page,
  product,
  faults,
}) => {
  test.setTimeout(120_000);
  faults.allow(/^4\d\d: POST .*verify/u);
  await page.addInitScript((code) => localStorage.setItem('f2e.language', code), LANGUAGE);
  await expectRoom(page, GUEST);
  // The demonstration's mailbox has faxes of every kind; its stored language stays unchanged.
  await page.route('**/GlobalSettings.json*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), language: LANGUAGE } });
  });
  await page.goto('login');
  await page.getByLabel(say('login.faxNumber')).fill('2125550100');
  await page.getByLabel(say('login.password'), { exact: true }).fill(product.password);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expectRoom(page, ['dashboard', 'inbox', 'contacts']);
  await page.goto('multifax/login');
  await page.getByLabel(say('multifax.login.username')).fill('admin');
  await page.getByLabel(say('login.password'), { exact: true }).fill(product.password);
  await page.getByRole('button', { name: say('login.submit'), exact: true }).click();
  await page.waitForURL(/configure-fax-accounts$/u);
  await expectRoom(page, ADMINISTRATOR);
});
