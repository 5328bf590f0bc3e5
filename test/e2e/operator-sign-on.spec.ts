import { expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';
import { addProvider, enterAtProvider } from './provider-rig.ts';

const STAFF = 'Log in with Acme staff';

// With the service worker, as in a person's browser.
test.use({ serviceWorkers: 'allow' });

test('[A-SSO-28] operators log in to the console at their organization, which says what they may', async ({
  page,
  product,
  faults,
}) => {
  // Before and after each session, the page requests who is logged in.
  faults.allow(/^401: /u, /AUTH_REQUIRED/u);
  const names = ['--operators', '--name', 'Acme staff', '--domain', 'acme.test'];
  const { provider, id } = await addProvider(product, names);
  try {
    await page.goto('operator');
    await page.getByRole('link', { name: STAFF }).click();
    await enterAtProvider(page, 'stranger@acme.test');
    await expect(page.getByText('you don’t have access to this console', { exact: false })).toBeVisible();
    await expect(page).toHaveURL(/\/operator$/u);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSideScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });

    // The error is not shown again.
    await page.reload();
    await expect(page.getByRole('link', { name: STAFF })).toBeVisible();
    await expect(page.getByText('you don’t have access to this console', { exact: false })).toBeHidden();

    // The group gives a role; the provider sends groups only if the scope requests them.
    await f2e(product, ['sso', 'set', id, '--scope', 'groups']);
    await f2e(product, ['sso', 'group', 'give', id, 'support', 'support', '--console']);
    await page.context().clearCookies();
    await page.goto('operator');
    await page.getByRole('link', { name: STAFF }).click();
    await enterAtProvider(page, 'support.iris@acme.test');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByText('support.iris (Support)').first()).toBeVisible();
    await page.goto('operator/security');
    await expect(page.getByText('don’t have a password here.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeHidden();
    await expectAccessible(page);

    await f2e(product, ['sso', 'remove', id]);
    await page.goto('operator');
    await expect(page.getByLabel('Name')).toBeVisible();
    await expect(page.getByRole('link', { name: STAFF })).toBeHidden();
  } finally {
    await provider.stop();
  }
});
