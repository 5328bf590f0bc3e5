import { receive } from './inbox-rig.ts';
import {
  addNumber,
  attach,
  enter,
  expectAccessible,
  expectNoSideScroll,
  ORDER,
  sendButton,
} from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { PageFaults } from './page-faults.ts';
import { joinTeam } from './people-rig.ts';
import { expect, test } from './product.ts';

const OFFICE = '2125550685';
const OTHER = '2125550639';
const SAM = { name: 'Sam Ortiz', email: 'sam.sender@people.test' };

test('[A-PEOPLE-12] a sender sends, follows their own faxes, and sees nothing of the rest', async ({
  page: owner,
  browser,
  product,
}) => {
  for (const number of [OFFICE, OTHER]) await ensureAccount(product, number);
  await receive(product, OFFICE, '3125550181');
  const [sam] = await joinTeam(owner, { browser, product }, OFFICE, [SAM], 'Sender');
  if (!sam) throw new Error('nobody joined');
  const faults = new PageFaults(sam.context());

  await sam.goto('dashboard');
  await expect(sam.getByRole('link', { name: 'Send fax' })).toBeVisible();
  await expect(sam.getByText('312-555-0181')).toHaveCount(0);
  await expect(sam.getByRole('region', { name: 'Recently received' })).toHaveCount(0);
  await expectAccessible(sam);

  await sam.getByRole('link', { name: 'Send fax' }).click();
  await addNumber(sam, OTHER);
  await attach(sam, ORDER);
  await sendButton(sam).click();
  await expect(sam.getByRole('link', { name: 'View in Sent' })).toBeVisible();
  await expectAccessible(sam);

  await sam.goto('inbox');
  await expect(sam).toHaveURL(/folder=Sent/u);
  const folders = sam.getByRole('navigation', { name: 'Folders' });
  await expect(folders.getByRole('link')).toHaveText([/Send fax/u, /Outbox/u, /Sent/u, /Drafts/u]);
  const search = sam.getByLabel('Search faxes you sent');
  await search.fill('3125550181');
  await search.press('Enter');
  await expect(sam.getByRole('option')).toHaveCount(0);
  await search.fill('212-555-0639');
  await search.press('Enter');
  await expect(sam.getByRole('option')).toHaveCount(1);
  await expectAccessible(sam);
  await sam.getByRole('option').first().click();
  await expect(sam.getByRole('article')).toContainText('212-555-0639');
  const bar = sam.getByRole('toolbar', { name: 'Actions' });
  await expect(bar.getByRole('button', { name: 'Forward' })).toBeVisible();
  await expect(bar.getByRole('button', { name: /^(?:Archive|Delete)$/u })).toHaveCount(0);
  await expectAccessible(sam);

  await sam.setViewportSize({ width: 390, height: 844 });
  await sam.emulateMedia({ colorScheme: 'dark' });
  await sam.goto('inbox');
  await expectNoSideScroll(sam);
  await expectAccessible(sam);
  await sam.getByRole('button', { name: 'Menu' }).click();
  await expect(sam.getByRole('link', { name: 'Drafts' })).toBeVisible();
  await expect(sam.getByRole('link', { name: /^(?:Archive|Recently deleted|Inbox)$/u })).toHaveCount(0);
  expect(faults.unexpected()).toEqual([]);
  await sam.context().close();

  await enter(owner, product, OFFICE, 'inbox?folder=Sent');
  await expect(owner.getByRole('option').first()).toContainText('212-555-0639');
});
