import { startNameServer } from '../name-server.ts';
import { CLIENT_ID } from '../openid/false-provider.ts';
import { signInAdministrator } from './administrator.ts';
import { expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { expect, test } from './product.ts';
import { PROVIDER_SECRET, enterAtProvider, startProvider } from './provider-rig.ts';

const PHONE = { width: 390, height: 844 };
const SOMEBODY = 'nurse.iris@clinic.test';

test('an administrator sets up single sign-on, tests it and requires it; people find it by their address', async ({
  page,
  browser,
  product,
  faults,
}) => {
  // The form is sent once without a secret.
  faults.allow(/^400: PUT .*\/signOnProvider$/);
  const names = await startNameServer(product.dnsPort);
  const { provider, addresses } = await startProvider();
  try {
    await signInAdministrator(page, product);
    await page.getByRole('button', { name: /Administrator/u }).click();
    await page.getByRole('menuitem', { name: 'Single sign-on' }).click();
    await expect(page.getByText('How to set it up')).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('Name on the button').fill('Okta');
    await page.getByLabel('Issuer').fill('login.example.com');
    await page.getByLabel('Client ID').fill(CLIENT_ID);
    await page.getByLabel('More scopes').fill('groups');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a web address without')).toBeVisible();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter the client secret.')).toBeVisible();
    await page.getByLabel('Client secret').fill(PROVIDER_SECRET);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Provider saved.')).toBeVisible();
    const shown = page.locator('.prov-copy code');
    addresses.redirectUri = await shown.nth(0).innerText();
    addresses.logoutUri = await shown.nth(1).innerText();
    await expect(page.getByRole('switch', { name: 'Require single sign-on' })).toBeDisabled();

    // A test before the domain is verified explains what is missing.
    const testLogin = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page).toHaveTitle('Clinic login');
      await enterAtProvider(page, SOMEBODY);
    };
    await testLogin('Test');
    await expect(page.getByText(`${SOMEBODY} isn’t in a verified domain`)).toBeVisible();

    await page.getByLabel('Domain', { exact: true }).fill('clinic.test');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('The record isn’t there yet.')).toBeVisible();
    const record = page.locator('.prov-domain code');
    names.records.set(await record.nth(0).innerText(), [await record.nth(1).innerText()]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();

    await page.getByLabel('Group', { exact: true }).fill('nurse');
    await page.getByRole('button', { name: 'Assign role' }).click();
    await expect(page.getByText('Role assigned to nurse.')).toBeVisible();
    await page.getByRole('button', { name: 'Test again' }).click();
    await expect(page.getByText(`${SOMEBODY} was confirmed`)).toBeVisible();
    await expect(page.getByText('Groups: nurse. Assigned roles: Member')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSideScroll(page);
    await expectAccessible(page);

    await page.getByRole('switch', { name: 'Require single sign-on' }).click();
    await page.getByRole('button', { name: 'Require', exact: true }).click();
    await expect(page.getByText('Single sign-on is now required.')).toBeVisible();

    const other = await browser.newContext({ baseURL: product.baseURL });
    const nurse = await other.newPage();
    await nurse.goto('login/email');
    await nurse.getByRole('link', { name: 'Single sign-on' }).click();
    await expect(nurse.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
    await expectAccessible(nurse);
    await nurse.getByLabel('Email address').fill('iris@nowhere.test');
    await nurse.getByRole('button', { name: 'Continue' }).click();
    await expect(nurse.getByText('Single sign-on isn’t set up for this address.')).toBeVisible();
    await nurse.getByLabel('Email address').fill('nurse.bea@clinic.test');
    await nurse.getByRole('button', { name: 'Continue' }).click();
    await expect(nurse).toHaveTitle('Clinic login');
    await enterAtProvider(nurse, 'nurse.bea@clinic.test');
    await expect(nurse).toHaveURL(/\/dashboard/u);
    await other.close();

    await page.getByRole('button', { name: 'Remove provider' }).click();
    await page.getByRole('button', { name: 'Remove provider' }).last().click();
    await expect(page.getByText('How to set it up')).toBeVisible();
  } finally {
    await provider.stop();
    names.close();
  }
});
