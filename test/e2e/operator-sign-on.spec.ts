import { CLIENT_ID } from '../openid/false-provider.ts';
import { startRealProvider } from '../openid/real-provider.ts';
import { expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { f2e } from './operator.ts';
import { expect, test } from './product.ts';

const SECRET = 'a-secret-of-the-client-that-is-long-enough';
const STAFF = 'Log in with Acme staff';

// With the service worker, as in a person's browser.
test.use({ serviceWorkers: 'allow' });

test('[A-SSO-28] operators log in to the console at their organization, which says what they may', async ({
  page,
  product,
  faults,
}) => {
  // Before and after each session, the page asks who is logged in.
  faults.allow(/^401: /u, /AUTH_REQUIRED/u);
  const addresses = { redirectUri: '', logoutUri: '' };
  const provider = await startRealProvider(() => ({ secret: SECRET, ...addresses }));
  const names = ['--name', 'Acme staff', '--issuer', provider.issuer, '--client-id', CLIENT_ID];
  const added = await f2e(
    product,
    ['sso', 'add', '--operators', ...names, '--secret-stdin', '--domain', 'acme.test'],
    `${SECRET}\n`,
  );
  // Commands over a test's data know no public address.
  for (const name of ['redirectUri', 'logoutUri'] as const)
    addresses[name] = `${product.baseURL}${new URL(String(added[name])).pathname}`;
  const id = String(added['id']);
  try {
    await page.goto('operator');
    await page.getByRole('link', { name: STAFF }).click();
    await page.getByLabel('Email').fill('stranger@acme.test');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('you have no access to this console', { exact: false })).toBeVisible();
    await expect(page).toHaveURL(/\/operator$/u);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSideScroll(page);
    await page.setViewportSize({ width: 1280, height: 720 });

    // What went wrong is not said again.
    await page.reload();
    await expect(page.getByRole('link', { name: STAFF })).toBeVisible();
    await expect(page.getByText('you have no access to this console', { exact: false })).toBeHidden();

    // The group gives a role, and only who asks for groups is told of them.
    await f2e(product, ['sso', 'set', id, '--scope', 'groups']);
    await f2e(product, ['sso', 'group', 'give', id, 'support', 'support', '--console']);
    await page.context().clearCookies();
    await page.goto('operator');
    await page.getByRole('link', { name: STAFF }).click();
    await page.getByLabel('Email').fill('support.iris@acme.test');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByText('support.iris (Support)').first()).toBeVisible();
    await page.goto('operator/security');
    await expect(page.getByText('You have no password here.', { exact: false })).toBeVisible();
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
