import { confirmByEnter, enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550187';

const PHONE = { width: 390, height: 844 };

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
});

test('[PGEN-01] [PGEN-02] [PGEN-04] [SHORT-10] general settings are saved, survive a reload and shift every date', async ({
  page,
  product,
}) => {
  await enter(page, product, OWNER);
  await expect(page.getByRole('link', { name: 'Preferences' })).toBeVisible();
  await page.keyboard.press('Alt+Shift+Digit4');
  await expect(page).toHaveURL(/\/preferences\/general$/u);
  const notify = page.getByRole('switch', { name: 'Email me about new faxes' });
  const warn = page.getByRole('switch', { name: 'Ask before deleting' });
  const zone = page.getByLabel('Time zone');
  await expect(notify).toBeChecked();
  await notify.uncheck();
  await expect(warn).toBeChecked();
  await warn.uncheck();
  await zone.selectOption('54');
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(notify).not.toBeChecked();
  await expect(warn).not.toBeChecked();
  await expect(zone).toHaveValue('54');
  await page.goto('dashboard');
  await expect(page.getByText(/Times are shown in .*Tokyo/u)).toBeVisible();
});

test('notifications: chosen by event, by email and by this browser, with quiet hours; kept over a reload', async ({
  page,
  product,
}) => {
  // A headless browser denies it, regardless of any granted permission.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'granted' }));
  await enter(page, product, OWNER, 'preferences/notifications');
  const box = (event: string, column: string) =>
    page.getByRole('row', { name: event }).getByRole('checkbox', { name: column });
  const quiet = page.getByRole('switch', { name: 'Quiet hours' });
  const chosen = [box('A fax is delivered', 'Email'), box('A fax couldn’t be sent', 'Browser'), quiet];
  for (const one of chosen) {
    await one.check();
    await expect(page.getByText('Saved')).toBeVisible();
  }
  await box('A fax couldn’t be sent', 'Email').click();
  await expect(box('A fax couldn’t be sent', 'Email')).not.toBeChecked();
  await page.getByLabel('Quiet hours start').fill('22:30');
  await expect(page.getByText('First page in the email')).toBeVisible();
  await page.reload();
  for (const one of chosen) await expect(one).toBeChecked();
  await expect(box('A fax couldn’t be sent', 'Email')).not.toBeChecked();
  await expect(page.getByLabel('Quiet hours start')).toHaveValue('22:30');
  await expect(page.getByText('Allowed')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  for (const one of [box('A fax arrives', 'Browser'), quiet]) {
    await one.scrollIntoViewIfNeeded();
    await expect(one).toBeInViewport({ ratio: 1 });
  }
  const words = await page.getByRole('heading', { name: 'Quiet hours' }).boundingBox();
  expect(words?.width).toBeGreaterThan(200);
});

test('blocked numbers: added, searched, removed one by one and all', async ({ page, product }) => {
  await enter(page, product, OWNER, 'preferences/blocked-numbers');
  for (const entry of ['800-555-0133', 'BAD CSID', '888-555-0160']) {
    await page.getByLabel('Number or caller ID').fill(entry);
    await page.keyboard.press('Alt+Shift+Enter');
    await expect(page.getByRole('cell', { name: entry, exact: true })).toBeVisible();
  }
  await page.getByLabel('Search', { exact: true }).fill('8005');
  await expect(page.getByRole('cell', { name: 'BAD CSID', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Unblock 800-555-0133' }).click();
  await confirmByEnter(page);
  await expect(page.getByText('No blocked number matches your search.')).toBeVisible();
  await page.getByText('Clear search', { exact: true }).click();
  await page.getByRole('button', { name: 'Unblock all' }).click();
  await confirmByEnter(page);
  await expect(page.getByRole('heading', { name: 'No blocked numbers' })).toBeVisible();
  await page.keyboard.press('Control+Z');
  for (const entry of ['BAD CSID', '888-555-0160'])
    await expect(page.getByRole('cell', { name: entry, exact: true })).toBeVisible();
});

test('[SUB-04] [ROLE-03] subaccounts: added by keyboard, changed at once, removed', async ({
  page,
  product,
}) => {
  await enter(page, product, OWNER, 'preferences/subaccounts');
  await expect(page.getByRole('heading', { name: 'No other addresses' })).toBeVisible();
  await page.keyboard.press('Alt+Shift+KeyN');
  await page.getByRole('dialog').getByLabel('Email address').fill('dana@example.com');
  await page.keyboard.press('Enter');
  const sends = page.getByRole('checkbox', { name: 'dana@example.com sends faxes' });
  await sends.check();
  await expect(page.getByText('dana@example.com can send faxes once it’s confirmed.')).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again: dana@example.com' }).click();
  await expect(page.getByText('Link sent to dana@example.com.')).toBeVisible();
  await page.reload();
  await expect(sends).toBeChecked();
  await page.getByRole('button', { name: 'Remove dana@example.com' }).click();
  await confirmByEnter(page);
  await expect(page.getByRole('heading', { name: 'No other addresses' })).toBeVisible();
});

test('[HEAD-07] [CANC-10] [CANC-11] cancellation: from the account menu, sent once, then pending', async ({
  page,
  product,
}) => {
  const number = '2125550188';
  await ensureAccount(product, number);
  await enter(page, product, number);
  await page.route('**/MainInterface.json*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), showCancellationMenu: 0 } });
  });
  await page.reload();
  const menu = page.getByRole('button', { name: /^Account/u });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Cancel service' })).toBeHidden();
  await page.unroute('**/MainInterface.json*');
  await page.reload();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Cancel service' }).click();
  await expect(page).toHaveURL(/\/cancellation$/u);
  await page.getByRole('button', { name: 'Cancel service' }).click();
  await page.getByLabel('Contact phone').fill('212-555-0142');
  const request = page.waitForRequest('**/CancellationRequest.json*');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Cancellation request pending')).toBeVisible();
  expect((await request).postDataJSON()).toEqual({
    contactemail: `${number}@example.com`,
    contactphone: '2125550142',
    hid: '1',
    cancellationemail: expect.any(String),
    faxnumber: number,
  });
});

test('on a phone, /preferences lists the pages, and each leads back to the list', async ({
  page,
  product,
}) => {
  await page.setViewportSize(PHONE);
  await enter(page, product, OWNER, 'preferences');
  await page.getByRole('link', { name: 'Blocked numbers' }).click();
  await expect(page.getByRole('heading', { name: 'Blocked numbers', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Back to preferences' }).click();
  await expect(page.getByRole('link', { name: 'General' })).toBeVisible();
  await expectAccessible(page);
});

for (const look of [
  { name: 'light', width: 1440, height: 900, scheme: 'light' },
  { name: 'dark', width: 1440, height: 900, scheme: 'dark' },
  { name: '390 px', ...PHONE, scheme: 'light' },
] as const)
  test(`the dialogs of preferences and cancellation are accessible: ${look.name}`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    // The pages themselves: places.spec.ts.
    await enter(page, product, OWNER, 'preferences/subaccounts');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.prefs-wait')).toBeHidden();
    await page.keyboard.press('Alt+Shift+KeyN');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.goto('cancellation');
    await page.getByRole('button', { name: 'Cancel service' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });
