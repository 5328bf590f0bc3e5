import { Webhook } from 'standardwebhooks';

import { startReceiver } from '../webhook-receiver.ts';
import { enter, expectAccessible } from './mailbox.ts';
import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550697';
const PATH = 'preferences/webhooks';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
});

test('an owner adds a webhook, sees what was posted, resends it, recovers, and turns it off', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^422: POST .*webhooks/u);
  const receiver = await startReceiver(200, 500, 200);
  await enter(page, product, OWNER, PATH);
  await expect(page.getByText('No endpoints')).toBeVisible();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://169.254.169.254/');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(dialog.getByText('We can’t post to this address')).toBeVisible();
  await dialog.getByLabel('Address').fill(receiver.url());
  await dialog.getByLabel('What it’s for').fill('Orders');
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  const secret = (await page.getByText(/^whsec_/u).textContent()) ?? '';
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText(secret)).toBeHidden();
  await expectAccessible(page);

  await page.getByRole('button', { name: receiver.url(), exact: true }).click();
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).first().click();
  const list = page.getByRole('list', { name: 'Deliveries' });
  await expect(list.getByText('Delivered')).toBeVisible();
  const [got] = receiver.got;
  const { type } = new Webhook(secret).verify(got?.body ?? '', {
    'webhook-id': got?.headers['webhook-id'] ?? '',
    'webhook-timestamp': got?.headers['webhook-timestamp'] ?? '',
    'webhook-signature': got?.headers['webhook-signature'] ?? '',
  }) as { type: string };
  expect(type).toBe('webhook.test');
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Response: 500', { exact: true })).toBeVisible();
  await expect(list.getByText('Delivered')).toBeVisible();
  await list.getByRole('button').first().focus();
  await page.keyboard.press('r');
  await expect.poll(() => receiver.got.length).toBe(4);
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await expect(page.getByRole('button', { name: /curl/u })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await list.getByRole('button').first().press('Enter');
  await expect(list).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deliveries', exact: true }).click();
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'All endpoints' }).click();
  await page.getByRole('button', { name: `Actions for ${receiver.url()}` }).click();
  await page.getByRole('menuitem', { name: 'Turn off' }).click();
  await expect(page.getByText('Turned off. Events of the last')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on and recover' }).click();
  await expect(page.getByRole('dialog').getByText(/^Not delivered since .*: 0$/u)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on and recover' }).click();
  await expect(page.getByText('Healthy')).toBeVisible();
  const { webhooks } = await f2e(product, ['webhook', 'list']);
  expect(webhooks).toContainEqual(
    expect.objectContaining({ owner: OWNER, url: receiver.url(), state: 'on' }),
  );
  await receiver.stop();
});

test('[A-API-98] an endpoint that the operator turned off offers its owner no way to turn it on or delete it', async ({
  page,
  product,
}) => {
  const url = 'https://example.com/stopped';
  await f2e(product, ['webhook', 'add', '--account', await ensureAccount(product, OWNER), '--url', url]);
  const { webhooks } = await f2e(product, ['webhook', 'list']);
  const id = (webhooks as { id: string; url: string }[]).find((one) => one.url === url)?.id ?? '';
  await f2e(product, ['webhook', 'disable', id]);
  await enter(page, product, OWNER, PATH);
  const row = page.getByRole('listitem').filter({ hasText: url });
  await expect(row).toContainText('Turned off by the operator. Ask them to turn it on again.');
  await expect(row.getByRole('button', { name: /Turn on/u })).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${url}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  for (const name of ['Turn on', 'Delete']) await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
});
