import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { ensureMailbox, rowOf } from './inbox-rig.ts';
import { openContacts } from './contacts-rig.ts';
import { confirmByEnter, expectAccessible } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const KEEPER = '2125550607';
const RECEIVER = '2125550174';
const IMPORTER = '2125550175';
const UNKNOWN = '9145550182';
const PHONE = { width: 390, height: 844 };

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, KEEPER);
  await ensureAccount(product, IMPORTER);
  await ensureMailbox(product, RECEIVER, { [UNKNOWN]: 1 });
});

const person = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const growl = (page: Page): Locator => page.locator('.growl');

test('[SHORT-09] [CONT-06] [CONT-24] [CONT-31] [CONT-32] a contact is added, found by each column, changed and deleted', async ({
  page,
  product,
}) => {
  await openContacts(page, product, KEEPER, []);
  await page.goto('dashboard');
  await page.getByRole('heading', { name: 'Recently received' }).waitFor();
  await page.keyboard.press('Alt+Shift+Digit3');
  await expect(page).toHaveURL(/\/contacts$/u);
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await page.keyboard.press('Alt+Shift+KeyN');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Dana Whitfield');
  await page.getByLabel('Fax number').fill('(646) 555-0124');
  await page.getByLabel('Company', { exact: true }).fill('Brightside Signs & Print');
  await page.keyboard.press('Alt+Shift+Enter');
  await expect(growl(page)).toContainText('Contact added');
  await expect(person(page, 'Dana Whitfield')).toContainText('646-555-0124');

  await person(page, 'Dana Whitfield').click();
  await expect(page).toHaveURL(/[?&]contact=\d+$/u);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Edit contact' })).toBeVisible();
  await page.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('menuitem', { name: 'Work email' }).click();
  await expect(page.getByLabel('Work email')).toBeFocused();
  await page.keyboard.type('dana@brightside.example');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(growl(page)).toContainText('Contact updated');

  const search = page.getByRole('textbox', { name: 'Search contacts' });
  for (const words of ['signs & print', 'whitfield', '5550124', 'dana@bright']) {
    await search.fill('nobody');
    await search.press('Enter');
    await expect(page.getByText('No contacts match “nobody”')).toBeVisible();
    const found = page.waitForResponse(
      (answer) =>
        answer.url().includes('SSPUserContacts') &&
        new URL(answer.url()).searchParams.get('search[value]') === words,
    );
    await search.fill(words);
    await search.press('Enter');
    await expect(page.getByText('1 contact found')).toBeVisible();
    const { data } = (await (await found).json()) as { data: object[] };
    expect(data).toEqual([
      {
        cid: expect.stringMatching(/^\d+$/u),
        faxnumid: expect.stringMatching(/^\d+$/u),
        groups: [],
        to_person: 'Dana Whitfield',
        company: 'Brightside Signs & Print',
        faxnum: '6465550124',
        to_voicenumber: '',
        email: 'dana@brightside.example',
        to_location: '',
        description: '',
      },
    ]);
  }
  await page.getByLabel('Select Dana Whitfield').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirmByEnter(page);
  await expect(growl(page)).toContainText('Contact deleted');
  await expect(page.getByText('No contacts match “dana@bright”')).toBeVisible();
  await growl(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Select Dana Whitfield')).toBeVisible();
});

test('[MSG-08] an unknown sender becomes a contact with the number of the fax, and the inbox then names it', async ({
  page,
  product,
}) => {
  await openContacts(page, product, RECEIVER, []);
  await page.goto('inbox');
  await rowOf(page, '914-555-0182').click();
  await page.getByRole('button', { name: 'Add to contacts' }).click();
  await expect(page).toHaveURL(new RegExp(`/contacts\\?new=1&faxnum=${UNKNOWN}`, 'u'));
  await expect(page.getByLabel('Fax number')).toHaveValue(UNKNOWN);
  await page.getByLabel('Name').fill('Michael Okafor');
  await page.getByLabel('Company', { exact: true }).fill('Lakeside Clinic');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(growl(page)).toContainText('Contact added');
  await page.getByRole('link', { name: /^Fax messages/u }).click();
  await rowOf(page, 'Michael Okafor').click();
  await expect(page.locator('article').getByText('Lakeside Clinic')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to contacts' })).toHaveCount(0);
});

test('[IMP-06] [IMP-07] a file of Excel in another encoding is looked through, imported, and given back', async ({
  page,
  product,
}) => {
  await openContacts(page, product, IMPORTER, ['Old,Old,2125550142']);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const text = [
    'Name;Company;Fax number;Home phone;Email;Address;Notes',
    '"Müller; Zoë";"Acme, Inc";(212) 555-0142;2125550143;zoe@example.com;"1 Main St, NY";"=1+1"',
    'No number;Acme;;;;;',
    'Ann;Paper;3105550111;;;;',
  ].join('\r\n');
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const file = { name: 'suppliers.csv', mimeType: 'text/csv', buffer: bytes };
  await page.getByLabel('CSV or vCard file').last().setInputFiles(file);
  await expect(page.getByText('1 contact will be added')).toBeVisible();
  await expect(page.getByText('1 line will be skipped')).toBeVisible();
  await expect(page.getByText('Line 3:')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Overwrite it').check();
  await expect(page.getByText('1 contact will be overwritten')).toBeVisible();
  const began = Date.now();
  await page.getByRole('button', { name: 'Import 2 contacts' }).click();
  await page.waitForURL(/\/contacts$/u);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1500);
  await expect(growl(page)).toContainText('1 added, 1 overwritten, 0 skipped, 1 not imported');
  await expect(person(page, 'Ann')).toContainText('310-555-0111');
  await person(page, 'Müller; Zoë').click();
  for (const [label, value] of [
    ['Company', 'Acme, Inc'],
    ['Home phone', '2125550143'],
    ['Work email', 'zoe@example.com'],
    ['Address', '1 Main St, NY'],
    ['Notes', '=1+1'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  const exported = async (kind: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: kind }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const csv = await exported(/^CSV/u);
  expect(csv.name).toBe('contacts.csv');
  expect(csv.text).toContain(`"1 Main St, NY",'=1+1\r\n`);
  const cards = await exported(/^vCard/u);
  expect(cards).toMatchObject({
    name: 'contacts.vcf',
    text: expect.stringContaining('FN:Müller\\; Zoë\r\n'),
  });
  // A typical export of another program: the same people, and a person whose only fax number comes last.
  await page.goto('contacts/import');
  const more = `${cards.text}BEGIN:VCARD\nVERSION:2.1\nN;ENCODING=QUOTED-PRINTABLE:K=C3=B6nig;Eva\nTEL;CELL:2125550100\nTEL;FAX:9145550144\nEND:VCARD\n`;
  const vcard = { name: 'phone.vcf', mimeType: 'text/vcard', buffer: Buffer.from(more) };
  await page.getByLabel('CSV or vCard file').last().setInputFiles(vcard);
  await expect(page.getByText('2 lines will be skipped')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 contact' }).click();
  await page.waitForURL(/\/contacts$/u);
  await expect(person(page, 'Eva König')).toContainText('914-555-0144');
});

test('[COMP-10] [COMP-13] [COMP-14] the block beside compose adds numbers once, and names one that is none', async ({
  page,
  product,
}) => {
  await openContacts(page, product, KEEPER, [
    'Ann,Acme,2125550142',
    'Bob,Acme,3105550111',
    'Long,Acme,4412345678901',
    'Mail,Acme,,,mail@example.com',
  ]);
  await page.goto('inbox/compose');
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('(212) 555-0142,');
  await page.getByRole('button', { name: 'Choose from contacts' }).click();
  const block = page.getByRole('complementary', { name: 'Contacts' });
  await expect(block.getByRole('listitem')).toHaveCount(4);
  await expect(block.getByText('Mail')).toHaveCount(0);
  await block.getByLabel('Select all on this page').check();
  await block.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Choose from contacts' }).click();
  await expect(block.getByLabel('Select Ann')).not.toBeChecked();
  await expectAccessible(page);
  await block.getByLabel('Select all on this page').check();
  await block.getByRole('button', { name: 'Add 3 numbers' }).click();
  await expect(page.locator('.tag')).toHaveText(['Ann · 212-555-0142', 'Bob · 310-555-0111']);
  const sentence = page.getByText('4412345678901 isn’t a complete fax number');
  await expect(sentence).toBeVisible();
  await expect(sentence).toBeHidden({ timeout: 7000 });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('[MOB-07] [MOB-10] [MOB-11] the list, its bar, and the form with Cancel, Delete and Save', async ({
    page,
    product,
  }) => {
    await openContacts(page, product, KEEPER, ['Ann Lee,Acme,2125550142']);
    const item = page.getByRole('button', { name: 'Ann Lee Acme 212-555-0142' });
    await expect(item).toBeVisible();
    await expect(item.locator('.av')).toHaveText('AL');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New contact' }).click();
    const buttons = { Cancel: 1, Save: 1, Delete: 0 };
    for (const [name, count] of Object.entries(buttons))
      await expect(page.locator('.topbar').getByRole('button', { name })).toHaveCount(count);
    await expectAccessible(page);
    await page.locator('.topbar').getByRole('button', { name: 'Cancel' }).click();
    await item.click();
    await expect(page.getByRole('heading', { name: 'Edit contact' })).toBeVisible();
    await expect(page.locator('.topbar').getByRole('button', { name: 'Delete' })).toBeVisible();
    await page.getByRole('button', { name: 'Personal details' }).click();
    await expect(page.getByLabel('Company', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: 'Contacts' })).toHaveAttribute('aria-current', 'page');
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`list, form and menu can be used by everybody, ${colorScheme}`, async ({ page, product }) => {
    await page.emulateMedia({ colorScheme });
    await openContacts(page, product, KEEPER, ['Ann Lee,Acme,2125550142', 'Bob Ray,Acme,3105550111']);
    await expect(person(page, 'Ann Lee')).toBeVisible();
    await expectAccessible(page);
    await person(page, 'Ann Lee').click();
    await page.getByLabel('Select Bob Ray').check();
    await page.getByLabel('Fax number').fill('123');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('A fax number has 10 to 15 digits.')).toBeVisible();
    await expectAccessible(page);
  });
