import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startFakeEgnyte } from '../egnyte/fake-egnyte.ts';
import type { FakeEgnyte } from '../egnyte/fake-egnyte.ts';
import { addFolder } from '../egnyte/fake-tree.ts';
import { signInAdministrator } from './administrator.ts';
import { cloudHome, ensureCloudBrand, receiveFax, signInToCloud } from './cloud-brand.ts';
import { expectAccessible, ORDER, signIn } from './mailbox.ts';
import { expect, test } from './product.ts';

// With the service worker, as in a person's browser.
test.use({ serviceWorkers: 'allow' });

const PHONE = { width: 390, height: 844 };

let fake: FakeEgnyte;
let folder: string;
test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  fake = await startFakeEgnyte({}, product.egnytePort);
  folder = await mkdtemp(join(tmpdir(), 'f2e-egnyte-'));
  await writeFile(join(folder, ORDER.name), ORDER.buffer);
  await ensureCloudBrand(product);
});
test.afterAll(async () => {
  await fake.stop();
  await rm(folder, { recursive: true });
});

test('[EGU-01] [EGU-02] [EGU-03] [EGU-13] [EGU-15] [ROUTE-12] [PGEN-12] Egnyte is connected in its window, a folder is chosen, and faxes are copied there', async ({
  page,
  product,
  faults,
}) => {
  test.setTimeout(120_000);
  faults.allow(/^400: GET .*oauth\.php/u, /^412: PUT .*update\.json/u, /^console: .*oauth\.php/u);
  await signInToCloud(page, product);
  // Also in the installed app: its service worker must not interfere between Egnyte and us.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.goto(`${cloudHome(product)}/preferences/general`);
  await page.getByRole('link', { name: 'Cloud storage' }).click();
  await expect(page).toHaveURL(/\/preferences\/engnyte-storage$/u);
  const domain = page.getByLabel('Egnyte domain');
  const authorize = async (answer: 'Allow' | 'Deny') => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Authorize' }).click();
    const popup = await opened;
    await popup.getByRole('heading', { name: 'Allow access?' }).waitFor();
    const size = await popup.evaluate(() => [innerWidth, innerHeight]);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('link', { name: answer }).click();
    await closed;
    return size;
  };
  await expect(domain).toHaveAttribute('maxlength', '32');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await expect(page.getByText('Enter your Egnyte domain.')).toBeVisible();
  for (const wrong of ['acme_group', 'acme.egnyte.com']) {
    await domain.fill(wrong);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expect(page.getByText('Use lowercase letters and digits only.')).toBeVisible();
    const status = await page.evaluate(
      async (name) => (await fetch(`/api/faxui/egnyte/oauth.php?egnyte_domain=${name}`)).status,
      wrong,
    );
    expect([wrong, status]).toEqual([wrong, 400]);
  }
  await domain.fill('ACME');
  const asked = page.context().waitForEvent('request', (one) => one.url().includes('oauth.php'));
  expect(await authorize('Deny')).toEqual([400, 575]);
  expect((await asked).url()).toMatch(/\/api\/faxui\/egnyte\/oauth\.php\?egnyte_domain=acme$/u);
  await expect(page.getByText('Egnyte is not connected.')).toBeVisible();
  await expectAccessible(page);

  await authorize('Allow');
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  await dialog.getByRole('button', { name: 'Open Shared' }).click();
  await dialog.getByRole('button', { name: 'Faxes', exact: true }).click();
  await expectAccessible(page);
  const saved = page.waitForRequest('**/egnyte/update.json');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
  expect((await saved).postDataJSON()).toEqual({ egnytedirectory: '/Shared/Faxes', egnyteisactive: '1' });
  const active = page.getByRole('checkbox', { name: 'Save received faxes here' });
  await expect(active).toBeChecked();
  await page.getByLabel('File names begin with').selectOption('date-first');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your cloud storage is saved.')).toBeVisible();
  const fid = await receiveFax(product, join(folder, ORDER.name));
  const copies = page.getByRole('list', { name: 'Latest copies' }).getByRole('listitem');
  await expect(copies.filter({ hasText: `_${fid}.pdf` })).toContainText('Saved', { timeout: 30_000 });
  const [path = ''] = [...fake.tree.keys()].filter((one) => one.endsWith(`_${fid}.pdf`));
  expect(path).toMatch(/^\/Shared\/Faxes\/\d{8}_\d{6}_Fax_/u);
  expect(fake.tree.get(path)?.bytes?.subarray(0, 5).toString()).toBe('%PDF-');

  // The owner of the folder revokes write access.
  addFolder(fake.tree, '/Shared/Faxes', 'Viewer');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You can’t save files in this folder.')).toBeVisible();
  await page.reload();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(active).toBeDisabled();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(domain).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible();
});

test('an administrator connects an account: the window opens empty, leads to Egnyte once saved, and its end is noticed', async ({
  page,
  product,
}) => {
  await signInAdministrator(page, product);
  await page.getByRole('link', { name: 'External storage' }).click();
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page.getByRole('radio', { name: 'Egnyte' }).check();
  await page
    .getByLabel('Fax account', { exact: true })
    .selectOption({ label: '212-555-0160 (front.office@example.com)' });
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page.getByLabel('Egnyte Domain', { exact: true }).fill('acme');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Save' }).click();
  const popup = await opened;
  await expect(page.getByText('Connection saved.')).toBeVisible();
  await popup.getByRole('heading', { name: 'Allow access?' }).waitFor();
  await expect(page.getByRole('link', { name: 'Continue at Egnyte' })).toHaveCount(0);
  const loaded = page.waitForRequest('**/ExternalStorageAccounts.json*');
  await popup.getByRole('link', { name: 'Allow' }).click();
  await loaded;
  expect(popup.isClosed()).toBe(true);
  await page.getByRole('button', { name: /^Manage .* Egnyte$/u }).click();
  const answer = page.waitForResponse('**/EgnyteStorageSettings.json');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await (await answer).json()).not.toHaveProperty('data.authorizeUrl');
});

test('[EGU-25] a brand without Egnyte leads nobody there, and the address shows nothing of it', async ({
  page,
  product,
}) => {
  await signIn(page, product, '2125550101');
  await page.goto('preferences/general');
  await expect(page.getByRole('link', { name: 'Subaccounts' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cloud storage' })).toHaveCount(0);
  const before = fake.requests.length;
  await page.goto('preferences/engnyte-storage');
  await expect(page.getByText('Egnyte isn’t available for your account.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Authorize' })).toHaveCount(0);
  expect(fake.requests).toHaveLength(before);
});
