import { ensureMailbox } from './inbox-rig.ts';
import { enter } from './mailbox.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550603';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeAll(async ({ product }) => {
  await ensureMailbox(product, OWNER, { '3135550261': 1 });
});

test.beforeEach(async ({ page, product }) => {
  await enter(page, product, OWNER);
});

test('[MOB-03] the bottom navigation leads to inbox, contacts and preferences', async ({ page }) => {
  const nav = page.locator('.bottomnav').getByRole('navigation');
  await expect(nav.getByRole('link')).toHaveText([/Inbox/u, 'Contacts', 'Preferences']);
  for (const [name, address, icon] of [
    ['Contacts', /\/contacts$/u, 'lucide-contact-round'],
    ['Preferences', /\/preferences$/u, 'lucide-settings'],
    ['Inbox', /\/inbox$/u, 'lucide-mail'],
  ] as const) {
    const link = nav.getByRole('link', { name });
    await expect(link.locator('svg')).toHaveClass(new RegExp(icon, 'u'));
    await link.tap();
    await expect(page).toHaveURL(address);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
});

test('[MOB-05] the top bar has the menu and the title of the page', async ({ page }) => {
  const bar = page.locator('.topbar');
  for (const [address, title] of [
    ['inbox', 'Inbox'],
    ['inbox?folder=Sent', 'Sent'],
    ['dashboard', /20\d\d/u],
    ['contacts', 'Contacts'],
    ['preferences', 'Preferences'],
  ] as const) {
    await page.goto(address);
    await expect(bar.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(bar.getByRole('button', { name: 'Menu' })).toBeVisible();
  }
  await bar.getByRole('button', { name: 'Menu' }).tap();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: 'Archive' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('[MOB-06] a pencil on inbox pages begins a new fax', async ({ page }) => {
  for (const folder of ['', '?folder=Outbox', '?folder=Archive']) {
    await page.goto(`inbox${folder}`);
    const pencil = page.locator('.topbar').getByRole('button', { name: 'New fax' });
    await expect(pencil.locator('svg')).toHaveClass(/lucide-pencil/u);
    await pencil.tap();
    await expect(page).toHaveURL(/\/inbox\/compose$/u);
  }
});

test('[MOB-12] the search among blocked numbers ends at 32 characters', async ({ page }) => {
  await page.goto('preferences/blocked-numbers');
  const box = page.getByLabel('Search', { exact: true });
  await box.pressSequentially('1'.repeat(33));
  await expect(box).toHaveValue('1'.repeat(32));
});

test('turning the device keeps the place: the opened fax, and a fax that is being written', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('inbox');
  await page.getByRole('listbox').getByRole('option').first().tap();
  await expect(page.locator('.page-area .page').first()).toHaveAttribute('data-state', 'ready');
  const address = page.url();
  for (const size of [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByRole('article')).toContainText('313-555-0261');
    expect(page.url()).toBe(address);
  }
  await page.goto('inbox/compose');
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('3105550111');
  await page.getByRole('switch', { name: 'Cover page' }).check();
  await page.getByLabel('Subject').fill('Half written');
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByLabel('Subject')).toHaveValue('Half written');
  await expect(page.locator('.tag')).toHaveText('310-555-0111');
});
