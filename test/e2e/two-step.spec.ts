import type { Page } from '@playwright/test';

import { appCode } from '../app-code.ts';
import { expectAccessible, signIn } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const NUMBER = '2125550194';
const PASSKEY_NUMBER = '2125550195';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, NUMBER);
  await ensureAccount(product, PASSKEY_NUMBER);
});

async function logInAgain(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/u }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByLabel('Fax number').fill(NUMBER);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('two-step login: turned on with an app, then nobody gets in with the password alone', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^412: POST .*(?:login\/faxuser|takeSecondStep)/u);
  await signIn(page, product, NUMBER);
  await page.goto('preferences/account-security');
  const section = page.getByRole('region', { name: 'Two-step login' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByLabel('Your password').fill(product.password);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await section.locator('.step-key').innerText()).replaceAll(' ', '');
  await section.getByLabel('Code from the app').fill(appCode(secret));
  await section.getByRole('button', { name: 'Turn on two-step login' }).click();
  await expect(section.locator('.step-codes li')).toHaveCount(10);
  await expectAccessible(page);
  const recovery = await section.locator('.step-codes li').first().innerText();
  await section.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(section.getByText('10 recovery codes left')).toBeVisible();

  await logInAgain(page, product.password);
  await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('12345');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This code is wrong or was already used.');
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await page.goto('preferences/account-security');
  await expect(section.getByText('9 recovery codes left')).toBeVisible();

  await section.getByRole('button', { name: 'Turn off' }).click();
  await section.getByLabel('Your password').fill(product.password);
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await logInAgain(page, product.password);
  await expect(page).toHaveURL(/\/dashboard$/u);
});

test('a passkey made in the account security logs in without a password, is renamed and removed', async ({
  page,
  product,
}) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, product, PASSKEY_NUMBER);
  await page.goto('preferences/account-security');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByLabel('Passkey name').fill('My phone');
  await section.getByLabel('Your password').fill(product.password);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByText('My phone')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Account/u }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await page.goto('preferences/account-security');
  await expect(section.getByText(/last used/u)).toBeVisible();
  await section.getByRole('button', { name: 'Rename My phone' }).click();
  await section.getByLabel('Passkey name').fill('Old phone');
  await section.getByRole('button', { name: 'Rename' }).click();
  await section.getByRole('button', { name: 'Remove Old phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByText('Old phone')).toHaveCount(0);
});
