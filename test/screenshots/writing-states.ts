import { addNumber, attach, ORDER } from '../e2e/mailbox.ts';
import type { Scene } from './camera.ts';
import { answer, never } from './changed-answers.ts';

const writing: Scene[] = [
  {
    name: 'compose-progress',
    phone: true,
    go: async (page) => {
      await page.goto('inbox/compose');
      await addNumber(page, '617-555-0139');
      await attach(page, ORDER);
      await page.getByText('2 pages').first().waitFor();
      await page.route('**/drafts*', never);
      await attach(page, { ...ORDER, name: 'Ship schedule.pdf' });
      await page.getByText('Ship schedule.pdf').waitFor();
    },
  },
  {
    name: 'compose-discard',
    phone: true,
    go: async (page) => {
      await page.goto('inbox/compose');
      await addNumber(page, '617-555-0139');
      await page
        .getByRole('button', { name: 'Discard' })
        .or(page.getByRole('button', { name: 'Close' }))
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const FILE = [
  'Name,Company,Fax number,Home phone,Email,Address,Notes',
  'Michael Okafor,Lakeside Clinic,9145550182,,,,',
  'Eleanor Finch,Alder & Finch Realty,7185550110,,,,',
  'Dana Whitfield,Northgate Hardware Supply,7325550119,,,,',
  'No number,Aguirre Tile & Stone,,,,,',
  'Too short,Vega Print,50855501,,,,',
].join('\r\n');

const draft = (id: number, change: object) => ({
  id: String(id).repeat(22),
  to: [],
  typing: '',
  subject: '',
  files: 0,
  firstFile: '',
  failed: 0,
  pages: 0,
  picture: '',
  savedAt: '11/20/2026 16:55:00',
  here: true,
  open: false,
  browser: '',
  ...change,
});
const DRAFTS = [
  draft(1, {
    subject: 'Lease, second version',
    to: [{ number: '7325550119', name: 'Dana Whitfield' }],
    files: 1,
    pages: 4,
  }),
  draft(2, { firstFile: 'order-2026-11.pdf', files: 2, failed: 1, pages: 2, here: false, open: true }),
  draft(3, { typing: '646' }),
];

const reading: Scene[] = [
  {
    name: 'inbox-details',
    go: async (page) => {
      await page.addInitScript(() => localStorage.setItem('f2e.details', 'true'));
      await page.goto('inbox?folder=Sent');
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('complementary', { name: 'Details' }).getByRole('listitem').last().waitFor();
      await page.locator('.page-area .page[data-state=ready]').first().waitFor();
    },
  },
  {
    name: 'drafts',
    phone: true,
    go: async (page) => {
      await page.route('**/faxDrafts?*', async (route) => await route.fulfill({ json: { data: DRAFTS } }));
      await page.goto('inbox/drafts');
      await page.getByText('Lease, second version').waitFor();
    },
  },
];

const contacts: Scene[] = [
  {
    name: 'contacts-import-preview',
    phone: true,
    go: async (page) => {
      await page.goto('contacts/import');
      const file = { name: 'suppliers-2026.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByText('will be added').waitFor();
    },
  },
  {
    name: 'contacts-selected',
    go: async (page) => {
      await page.goto('contacts');
      for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).check();
    },
  },
  {
    name: 'contacts-selecting',
    phoneOnly: true,
    go: async (page) => {
      await page.goto('contacts');
      await page.getByText('Dana Whitfield').first().waitFor();
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
      await page.getByRole('menuitem', { name: 'Select contacts' }).click();
      for (const name of ['Dana Whitfield', 'Front desk'])
        await page.getByRole('button', { name }).first().click();
    },
  },
  {
    name: 'contact-edit',
    phone: true,
    go: async (page) => {
      await page.goto('contacts');
      await page.getByText('Dana Whitfield').first().click();
      await page.getByLabel('Fax number', { exact: true }).fill('91455501');
      await page.getByLabel('Name', { exact: true }).focus();
    },
  },
  {
    name: 'contacts-export',
    go: async (page) => {
      await page.goto('contacts');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'contacts-empty',
    phone: true,
    go: async (page) => {
      await answer(page, '**/SSPUserContacts.json*', (body) => ({
        ...body,
        recordsTotal: 0,
        recordsFiltered: 0,
        data: [],
      }));
      await page.goto('contacts');
      await page.getByText('No contacts yet').waitFor();
    },
  },
];

/** Compose, drafts, the reader and contacts: half done, full, empty, refused. */
export const writingStates: readonly Scene[] = [...writing, ...reading, ...contacts];
