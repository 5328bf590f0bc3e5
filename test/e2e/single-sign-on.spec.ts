import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';
import { expectAccessible, signIn } from './mailbox.ts';
import { addProvider, enterAtProvider } from './provider-rig.ts';

const OWNER = '2125550741';
const EMAIL = 'ana@clinic.test';

// With the service worker, as in a person's browser.
test.use({ serviceWorkers: 'allow' });

test('a person is invited, logs in at their organization, and is logged out by it', async ({
  page,
  browser,
  product,
  faults,
}) => {
  // The page makes another call after the provider has ended the session.
  faults.allow(/^401: /, /AUTH_REQUIRED/);
  const account = await ensureAccount(product, OWNER);
  const names = ['--brand', '1', '--name', 'Clinic', '--domain', 'clinic.test'];
  const { provider, id } = await addProvider(product, names);
  try {
    await signIn(page, product, OWNER);
    await page.goto('preferences/people');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email addresses').fill(EMAIL);
    await page.getByRole('button', { name: /^Send/u }).click();
    await expect(page.getByText(EMAIL).first()).toBeVisible();

    await page.context().clearCookies();
    await page.goto('login');
    const button = page.getByRole('link', { name: 'Log in with Clinic' });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    await button.click();
    await expect(page).toHaveTitle('Clinic login');
    await enterAtProvider(page, 'stranger@clinic.test');
    await expect(page.getByText('No fax account is shared with your email address yet.')).toBeVisible();
    await expect(page).toHaveURL(/\/login\/email\?sso=unknown$/u);
    await expectAccessible(page);

    // Nobody invited the nurse: her group at the provider gives the role. The provider sends groups only on request.
    await f2e(product, ['sso', 'set', id, '--scope', 'groups']);
    await f2e(product, ['sso', 'group', 'give', id, 'nurse', 'reader', '--account', account]);
    const nurses = await browser.newContext({ baseURL: product.baseURL });
    const nurse = await nurses.newPage();
    await nurse.goto('login');
    await nurse.getByRole('link', { name: 'Log in with Clinic' }).click();
    await enterAtProvider(nurse, 'nurse.iris@clinic.test');
    await expect(nurse).toHaveURL(/\/dashboard$/u);
    await nurse.goto('preferences/account-security');
    await expect(nurse.getByText('Your role on 212-555-0741: Reader.')).toBeVisible();
    await nurses.close();

    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Log in with Clinic' }).click();
    await enterAtProvider(page, EMAIL);
    await expect(page).toHaveURL(/\/dashboard$/u);
    await page.getByRole('button', { name: /^Account/u }).click();
    await expect(page.getByText('Ana Duarte').first()).toBeVisible();

    // From now on it is the only way to log in, and the form explains that.
    await f2e(product, ['sso', 'require', id, 'on']);
    const others = await browser.newContext({ baseURL: product.baseURL });
    const form = await others.newPage();
    await form.goto('login/email');
    await form.getByLabel('Email address').fill(EMAIL);
    await form.getByLabel('Password', { exact: true }).fill('A-password-1');
    await form.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(form.getByText('Your organization requires you to log in with Clinic.')).toBeVisible();
    await others.close();

    // After logging out here, the person is still logged in there.
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login\/email$/u);
    await page.getByRole('link', { name: 'Log in with Clinic' }).click();
    await expect(page).toHaveURL(/\/dashboard$/u);

    // Logging out at the organization ends the session here.
    const other = await page.context().newPage();
    await other.goto(`${provider.issuer}/session/end`);
    await other.getByRole('button', { name: 'Log out' }).click();
    await expect(other.getByText('Logged out')).toBeVisible();
    await page.goto('inbox');
    await expect(page).toHaveURL(/\/login/u);
  } finally {
    await f2e(product, ['sso', 'remove', id]);
    await provider.stop();
  }
});
