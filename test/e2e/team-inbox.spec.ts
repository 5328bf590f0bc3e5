import type { Page } from '@playwright/test';

import { receive, rowOf, rows } from './inbox-rig.ts';
import { expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { joinTeam } from './people-rig.ts';
import { expect, test } from './product.ts';

const NUMBER = '2125550660';
const [FIRST, SECOND, THIRD] = ['3125550171', '3125550172', '3125550173'] as const;
const SHOWN = { [FIRST]: '312-555-0171', [SECOND]: '312-555-0172', [THIRD]: '312-555-0173' };
const ANA = { name: 'Ana Duarte', email: 'ana.team@people.test' };
const DANA = { name: 'Dana Whitfield', email: 'dana.team@people.test' };
const PHONE = { width: 390, height: 844 };

/** Returns a list of the team, or a tag, next to the folders. */
const list = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: new RegExp(`^${name}`, 'u') });

async function openFax(page: Page, number: keyof typeof SHOWN): Promise<void> {
  await rowOf(page, SHOWN[number]).click();
  await expect(page.getByRole('button', { name: /^Status:/u })).toBeVisible();
}

async function choose(page: Page, menu: string, entry: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${menu}(?::|$)`, 'u') }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('[A-TEAM-01] two people assign, tag, discuss and finish faxes, and see at once what the other did', async ({
  page: owner,
  browser,
  product,
  faults,
}) => {
  test.setTimeout(180_000);
  faults.allow(/^409: /u, /WORK_CHANGED/u);
  await ensureAccount(product, NUMBER);
  const [ana, dana] = (await joinTeam(owner, { browser, product }, NUMBER, [ANA, DANA])) as [Page, Page];
  for (const from of [FIRST, SECOND, THIRD]) await receive(product, NUMBER, from);

  await ana.goto('inbox');
  await dana.goto('inbox');
  await expect(list(ana, 'Unassigned')).toHaveAccessibleName(/3 faxes/u);
  await expect(list(dana, 'Mine')).toHaveAccessibleName('Mine');

  // One fax is assigned to Dana, whose page shows it immediately.
  await openFax(ana, FIRST);
  await choose(ana, 'Assigned to', /^Dana Whitfield/u);
  await expect(ana.getByText('Assigned to Dana Whitfield.')).toBeVisible();
  await expect(rowOf(ana, SHOWN[FIRST])).toContainText('Dana Whitfield');
  await expect(list(dana, 'Mine')).toHaveAccessibleName(/1 fax/u);
  // Immediately, before the next poll.
  await choose(ana, 'Due', 'Today');
  await expect(list(dana, 'Due today')).toHaveAccessibleName(/1 fax/u);

  // A new tag is added to the fax, and has its own list.
  await choose(ana, 'Tags', 'New tag');
  await ana.getByLabel('Name').fill('Purchase order');
  await ana.getByRole('button', { name: 'Save' }).click();
  await expect(list(ana, 'Purchase order')).toHaveAccessibleName(/1 fax/u);
  await expectAccessible(ana);

  // Dana asks Ana in a note.
  await list(dana, 'Mine').click();
  await expect(dana.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await expect(rows(dana)).toHaveCount(1);
  await openFax(dana, FIRST);
  await dana.getByRole('button', { name: 'Details' }).click();
  await expect(ana.getByText('Dana Whitfield is reading')).toBeVisible();
  await expect(dana.getByText('Ana Duarte is reading').filter({ visible: true })).toBeVisible();
  // The names of the readers do not displace the button for notes.
  await expect(ana.getByRole('button', { name: /^Notes/u })).toBeInViewport({ ratio: 1 });
  const note = dana.getByRole('textbox', { name: 'Note' });
  await note.pressSequentially('Can we split it, @an');
  await expect(dana.getByRole('option', { name: ANA.name })).toBeVisible();
  await expectAccessible(dana);
  await note.press('Enter');
  await note.pressSequentially('?');
  await expect(note).toHaveValue('Can we split it, @Ana Duarte ?');
  await note.press('Control+Enter');
  const posted = dana.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await expect(posted).toContainText('Can we split it');
  await expect(posted).toContainText(DANA.name);
  await expect(note).toHaveValue('');
  await expect(list(ana, 'Mentions')).toHaveAccessibleName(/1 fax/u);
  await list(ana, 'Mentions').click();
  await openFax(ana, FIRST);
  await expect(list(ana, 'Mentions')).toHaveAccessibleName(/1 fax/u);
  await ana.getByRole('button', { name: /^Notes/u }).click();
  await expect(ana.getByRole('dialog', { name: 'Notes' })).toContainText('Can we split it');
  await expect(list(ana, 'Mentions')).toHaveAccessibleName('Mentions');
  await ana.keyboard.press('Escape');

  // Two faxes at once.
  await list(ana, 'Unassigned').click();
  await expect(rows(ana)).toHaveCount(2);
  for (const number of [SHOWN[SECOND], SHOWN[THIRD]])
    await rowOf(ana, number).locator('[data-check]').click();
  await expectAccessible(ana);
  await choose(ana, 'Assign', /^Ana Duarte \(you\)/u);
  await expect(ana.getByText('No fax', { exact: false }).or(ana.getByText('All done'))).toBeVisible();
  await expect(list(ana, 'Mine')).toHaveAccessibleName(/2 faxes/u);

  // Undo makes both unassigned again; then they are assigned to her once more.
  await ana.keyboard.press('Control+z');
  await expect(rows(ana)).toHaveCount(2);
  await choose(ana, 'Assign', /^Ana Duarte \(you\)/u);
  await expect(list(ana, 'Mine')).toHaveAccessibleName(/2 faxes/u);

  // Dana is faster with one of them: Ana is notified, and none of Dana's changes are lost.
  await list(ana, 'Mine').click();
  await openFax(ana, SECOND);
  await dana.goto('inbox');
  await openFax(dana, SECOND);
  const faster = Promise.withResolvers<void>();
  await ana.route('**/api/faxui/faxWork*', async (route) => {
    if (route.request().method() === 'PUT') await faster.promise;
    await route.continue();
  });
  await choose(ana, 'Status', 'In progress');
  await dana.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(dana.getByRole('button', { name: 'Reopen' })).toBeVisible();
  faster.resolve();
  await expect(ana.getByText('Dana Whitfield just changed this fax.', { exact: false })).toBeVisible();
  await expect(ana.getByRole('button', { name: /^Status:/u })).toContainText('Done');
  await ana.unroute('**/api/faxui/faxWork*');
  await expect(list(ana, 'Mine')).toHaveAccessibleName(/1 fax/u);

  // The same on a phone, and in dark mode.
  await ana.setViewportSize(PHONE);
  await ana.goto('inbox');
  await openFax(ana, THIRD);
  await expectNoSideScroll(ana);
  await ana.getByRole('button', { name: /^Notes/u }).click();
  const dialog = ana.getByRole('dialog', { name: 'Notes' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Called back.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  // The field contains the text, too, until the note is posted.
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Called back.' })).toBeVisible();
  await ana.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(ana);
  await ana.keyboard.press('Escape');
  await ana.goto('inbox');
  await ana.getByRole('button', { name: 'Menu' }).click();
  await ana.getByRole('link', { name: /^Mine/u }).click();
  await expect(rows(ana)).toHaveCount(1);
  await rows(ana).first().locator('[data-check]').click();
  await expect(ana.getByRole('button', { name: 'Assign' })).toBeVisible();
  await expectAccessible(ana);
  await expectNoSideScroll(ana);
  await ana.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(ana.getByText('No faxes are waiting for you.')).toBeVisible();
  await Promise.all([ana, dana].map(async (page) => await page.context().close()));
});
