import { receive } from './inbox-rig.ts';
import { enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { PERSON_PASSWORD, joinTeam, linkTo } from './people-rig.ts';
import { expect, test } from './product.ts';

const FRONT = '2125550675';
const BACK = '2125550678';
const ANA = { name: 'Ana Duarte', email: 'ana.inboxes@people.test' };

test('[A-PEOPLE-11] somebody with several accounts sees what arrived on all of them, and opens a fax where it is', async ({
  page: owner,
  browser,
  product,
}) => {
  for (const number of [FRONT, BACK]) await ensureAccount(product, number);
  const [ana] = await joinTeam(owner, { browser, product }, FRONT, [ANA]);
  if (!ana) throw new Error('nobody joined');
  await expect(ana.getByRole('link', { name: 'All inboxes' })).toBeHidden();
  const before = await linkTo(product, ANA.email);
  await enter(owner, product, BACK, 'preferences/people');
  await owner.getByRole('button', { name: 'Invite people' }).click();
  await owner.getByLabel('Email addresses').fill(`${ANA.email},`);
  await owner.getByRole('button', { name: 'Send invitations' }).click();
  await ana.goto(await linkTo(product, ANA.email, before));
  await ana.getByRole('button', { name: 'Accept' }).click();
  await expect(ana.getByText('You’ve joined.', { exact: false })).toBeVisible();
  await receive(product, FRONT, '3125550181');
  await receive(product, BACK, '3125550182', 2);

  await ana.goto('login/email');
  await ana.getByLabel('Email address').fill(ANA.email);
  await ana.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
  await ana.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(ana).toHaveURL(/\/dashboard/u);
  await ana.goto('inbox');
  await ana.getByRole('link', { name: 'All inboxes' }).click();
  await expect(ana).toHaveTitle(/All inboxes/u);
  const rows = ana.getByRole('list', { name: 'All inboxes' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('312-555-0182');
  await expect(rows.first()).toContainText('212-555-0678');
  await expect(rows.last()).toContainText('212-555-0675');
  await expectAccessible(ana);

  // A fax opens in its own account, whichever account is current.
  for (const [from, at] of [
    ['312-555-0181', '212-555-0675'],
    ['312-555-0182', '212-555-0678'],
  ] as const) {
    const read = ana.waitForResponse((response) => response.request().method() === 'PUT');
    await rows.filter({ hasText: from }).getByRole('button').click();
    await expect(ana.getByRole('article')).toContainText(from);
    await expect(ana.getByRole('button', { name: new RegExp(at, 'u') }).first()).toBeVisible();
    await read;
    await ana.goto('inbox/all');
  }
  await ana.getByRole('switch', { name: 'Unread only' }).click();
  await expect(ana.getByText('No unread faxes')).toBeVisible();
  await expectAccessible(ana);

  await ana.getByRole('switch', { name: 'Unread only' }).click();
  await ana.setViewportSize({ width: 390, height: 844 });
  await ana.emulateMedia({ colorScheme: 'dark' });
  await expectNoSideScroll(ana);
  await expectAccessible(ana);
  await ana.getByRole('button', { name: 'Menu' }).click();
  await expect(ana.getByRole('link', { name: 'All inboxes' })).toHaveAttribute('aria-current', 'page');
  await ana.context().close();
});
