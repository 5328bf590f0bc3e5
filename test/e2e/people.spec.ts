import type { Page } from '@playwright/test';

import { enter, expectAccessible } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { PERSON_PASSWORD, linkTo } from './people-rig.ts';
import { expect, test } from './product.ts';
import type { RunningProduct } from './product.ts';

const [FIRST, SECOND] = ['2125550630', '2125550631'] as const;
const ANA = 'ana@people.test';

test.beforeAll(async ({ product }) => {
  for (const number of [FIRST, SECOND]) await ensureAccount(product, number);
});

async function invite(page: Page, product: RunningProduct, number: string, role: string): Promise<void> {
  await enter(page, product, number, 'preferences/people');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email addresses').fill(`${ANA},`);
  await dialog.getByRole('radio', { name: new RegExp(`^${role}`, 'u') }).check();
  if (role === 'Member') await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByRole('row', { name: new RegExp(ANA, 'u') })).toContainText('Invited');
}

test('a person is invited, joins, works by their role, goes from one account to the other, and is removed', async ({
  page: owner,
  context,
  browser,
  product,
  faults,
}) => {
  faults.allow(/^(?:401|403|409|412): /u);
  await invite(owner, product, FIRST, 'Member');
  const link = await linkTo(product, ANA);
  const others = await browser.newContext({ baseURL: product.baseURL });
  const ana = await others.newPage();

  await ana.goto(link);
  await expect(ana.getByRole('heading', { name: 'Join 212-555-0630' })).toBeVisible();
  await expect(ana).toHaveURL(/\/join$/u);
  await expectAccessible(ana);
  await ana.getByLabel('Your name').fill('Ana Duarte');
  await ana.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
  await ana.getByRole('button', { name: 'Join' }).click();
  await expect(ana.getByRole('button', { name: /212-555-0630 Ana Duarte/u })).toBeVisible();
  await ana.keyboard.press('Escape');
  await ana.goto('preferences/people');
  // A member manages nobody, so the first page that they may open is shown instead.
  await expect(ana).toHaveURL(/\/preferences\/appearance$/u);
  await ana.goto('preferences/account-security');
  await expect(ana.getByText(`You log in with ${ANA}. Your role on 212-555-0630: Member.`)).toBeVisible();
  const mails = ana.getByRole('switch', { name: /^Email me when/u });
  await mails.click();
  await expect(ana.getByText('Emails are off.')).toBeVisible();
  await ana.reload();
  await expect(mails).not.toBeChecked();
  await expectAccessible(ana);

  await invite(owner, product, SECOND, 'Reader');
  const next = await linkTo(product, ANA, link);
  const elsewhere = await others.newPage();
  await elsewhere.goto(next);
  await elsewhere.getByRole('button', { name: 'Accept' }).click();
  await expect(elsewhere.getByRole('alert').or(elsewhere.getByRole('status'))).toContainText(
    'You’ve joined.',
  );
  await elsewhere.getByLabel('Email address').fill(ANA);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
  await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(elsewhere.getByRole('button', { name: /212-555-0630 Ana Duarte/u })).toBeVisible();

  // Two tabs of one browser: one switches to another account, and the other must not act there.
  await ana.goto('contacts');
  await ana.getByRole('button', { name: 'New contact' }).click();
  await elsewhere.keyboard.press('Escape');
  await elsewhere.getByRole('button', { name: /Ana Duarte/u }).click();
  await elsewhere.getByRole('menuitem', { name: 'Switch account' }).click();
  const accounts = elsewhere.getByRole('listbox', { name: 'Switch account' });
  await expect(accounts.getByRole('option')).toHaveCount(2);
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('combobox', { name: 'Find a number' }).fill('0631');
  await expect(accounts.getByRole('option')).toHaveCount(1);
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('button', { name: /212-555-0631 Ana Duarte/u })).toBeVisible();
  await expect(elsewhere.getByRole('link', { name: 'Send fax' })).toHaveCount(0);
  await expect(ana.getByRole('button', { name: /212-555-0631 Ana Duarte/u })).toBeVisible();
  await elsewhere.goto('inbox/compose');
  await expect(elsewhere.getByText('You can’t send faxes here')).toBeVisible();

  // A reader sees a contact, but no action that would be refused.
  await enter(owner, product, SECOND, 'contacts');
  await owner.getByRole('button', { name: 'New contact' }).click();
  await owner.getByLabel('Name', { exact: true }).fill('Dana Whitfield');
  await owner.getByLabel('Fax number').fill('3125550188');
  await owner.getByLabel('Company').fill('Harbor Street Clinic');
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByRole('row', { name: /Dana Whitfield/u })).toBeVisible();
  await elsewhere.goto('contacts');
  await elsewhere.getByText('Dana Whitfield').click();
  const contact = elsewhere.getByRole('form', { name: 'Contact' });
  await expect(contact.getByLabel('Name', { exact: true })).toHaveAttribute('readonly');
  await expect(
    contact.getByRole('button', { name: /^(?:Save|Delete|Send fax|Add field|New group)$/u }),
  ).toHaveCount(0);
  await expectAccessible(elsewhere);

  await enter(owner, product, SECOND, 'preferences/people');
  await owner.getByRole('button', { name: 'More for Ana Duarte' }).click();
  await owner.getByRole('menuitem', { name: 'Remove' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByText('You’re the only one so far')).toBeVisible();
  // Her page is notified immediately.
  await expect(elsewhere).toHaveURL(/\/login\/email$/u);
  await others.close();
  await context.clearCookies();
});
