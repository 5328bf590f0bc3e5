import type { Page } from '@playwright/test';
import { accountStates } from './account-states.ts';
import { attach, ORDER, plainFile } from '../e2e/mailbox.ts';
import type { Scene } from './camera.ts';
import { STATES } from './state-scenes.ts';
import type { Say } from '../e2e/words.ts';

const heading = async (page: Page) => await page.getByRole('heading', { level: 1 }).first().waitFor();
const open = (address: string, text?: string) => async (page: Page) => {
  await page.goto(address);
  await (text === undefined ? heading(page) : page.getByText(text).first().waitFor());
};
const PREFERENCES =
  'appearance notifications cover-page email-to-fax keyboard-shortcuts account-security subaccounts blocked-numbers sftp-storage';
const rows = (page: Page) => page.getByRole('listbox').getByRole('option');

async function inbox(page: Page, search = ''): Promise<void> {
  await page.goto(`inbox${search}`);
  await rows(page).first().waitFor();
}

async function openFax(page: Page, at: number): Promise<void> {
  await inbox(page);
  await rows(page).nth(at).click();
  await page.locator('.page-area .page[data-state=ready]').first().waitFor();
}

async function writeFax(page: Page, say: Say): Promise<void> {
  await page.goto('inbox/compose');
  const to = page.getByRole('combobox', { name: say('compose.to.label'), exact: true });
  await to.fill('617-555-0139');
  await to.press('Enter');
  await attach(page, ORDER);
  const preview = page.locator('.preview-page img, .preview-open button');
  await preview.filter({ visible: true }).first().waitFor();
}

async function takeTour(page: Page, say: Say): Promise<void> {
  await page.goto('dashboard');
  await page.getByRole('table').first().waitFor();
  await press(page, (page.viewportSize()?.width ?? 0) < 991 ? say('shell.menu') : '212-555-0100');
  await page.getByText(say('shell.takeTour')).first().click();
  await page.locator('.tour').waitFor();
}

const press = async (page: Page, name: string) => await page.getByRole('button', { name }).first().click();

const guest: Scene[] = [
  { name: 'login', go: open('login'), phone: true },
  { name: 'login-error', go: open('login?error=1'), phone: true },
  { name: 'login-step', go: open('login?step=1'), phone: true },
  { name: 'brand-preview', go: open('brand-preview') },
  { name: 'forgot-password', go: open('forgot-password'), phone: true },
  { name: 'reset-password', go: open('reset-password?token=x'), phone: true },
  { name: 'verify', go: async (page: Page) => void (await page.goto('verify?id=1&key=x')) },
  { name: 'egnyte-info', go: open('egnyte/info?message=Hello&message_type=info') },
  {
    name: 'egnyte-connect',
    go: open('egnyte/connect?token=t&save_url=https://a.egnyte.com/s&domain=a.egnyte.com'),
  },
  { name: 'mf-login', go: open('multifax/login'), phone: true },
].map((scene) => ({ ...scene, as: 'guest' as const }));

const mailbox: Scene[] = [
  {
    name: 'dashboard',
    phone: true,
    tablet: true,
    go: async (page) => {
      await page.goto('dashboard');
      await page.getByRole('table').first().waitFor();
    },
  },
  {
    name: 'dashboard-loading',
    go: async (page) => {
      await page.route('**/Dashboard.json*', async () => await new Promise(() => undefined));
      await page.goto('dashboard');
      await page.locator('.sk').first().waitFor();
    },
  },
  {
    name: 'dashboard-account-menu',
    go: async (page) => {
      await page.goto('dashboard');
      await page.getByRole('button', { name: /212-555-0100/u }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  { name: 'tour', phone: true, go: async (page, say) => await takeTour(page, say) },
  {
    name: 'tour-slide',
    phone: true,
    go: async (page, say) => {
      await takeTour(page, say);
      await press(page, say('tour.take'));
      await press(page, say('tour.next'));
      await page.locator('.tour img').first().waitFor();
    },
  },
  { name: 'inbox', phone: true, tablet: true, go: async (page) => await inbox(page) },
  { name: 'inbox-fax', phone: true, tablet: true, go: async (page) => await openFax(page, 0) },
  {
    name: 'inbox-unknown',
    go: async (page) => {
      await inbox(page, '?q=312');
      await rows(page).first().click();
      await page.locator('.page-area .page[data-state=ready]').first().waitFor();
    },
  },
  {
    name: 'inbox-selected',
    phone: true,
    go: async (page) => {
      await inbox(page);
      for (const at of [0, 1]) await rows(page).nth(at).locator('[data-check]').click();
    },
  },
  { name: 'inbox-search', go: async (page) => await inbox(page, '?q=555') },
  {
    name: 'inbox-collapsed',
    go: async (page, say) => {
      await openFax(page, 1);
      await press(page, say('inbox.collapseFolders'));
    },
  },
  { name: 'inbox-empty', phone: true, go: open('inbox?q=nothing-like-this') },
  { name: 'inbox-outbox', phone: true, go: open('inbox?folder=Outbox') },
  { name: 'inbox-sent', go: async (page) => await inbox(page, '?folder=Sent') },
  { name: 'inbox-horizontal', go: open('inbox?view=horizontal') },
  {
    name: 'folders',
    phoneOnly: true,
    go: async (page, say) => {
      await inbox(page);
      await press(page, say('shell.menu'));
      await page.getByRole('dialog').waitFor();
    },
  },
];

const writing: Scene[] = [
  { name: 'compose', phone: true, tablet: true, go: writeFax },
  {
    name: 'compose-cover-page',
    go: async (page, say) => {
      await writeFax(page, say);
      await page.getByRole('switch', { name: say('compose.cover.title') }).check();
      await page.getByLabel(say('compose.cover.subject')).fill('Order 4711');
      await page.getByLabel(say('compose.cover.comments')).fill('Two pages follow.');
    },
  },
  {
    name: 'compose-contacts',
    go: async (page, say) => {
      await page.goto('inbox/compose');
      await press(page, say('contacts.picker.open'));
      await page.getByRole('complementary', { name: say('contacts.title') }).waitFor();
    },
  },
  {
    name: 'compose-errors',
    go: async (page, say) => {
      await page.goto('inbox/compose');
      await attach(page, plainFile('layout.dwg', 100), plainFile('plan.tiff', 10_485_761));
      for (let modal = 0; modal < 2; modal += 1) await press(page, say('compose.ok'));
      await page.getByRole('button', { name: say('compose.send'), exact: true }).click();
      await press(page, say('compose.ok'));
    },
  },
];

const contacts: Scene[] = [
  { name: 'contacts', phone: true, tablet: true, go: open('contacts', 'Dana Whitfield') },
  {
    name: 'contact',
    phone: true,
    go: async (page, say) => {
      await page.goto('contacts?new=1');
      await page.getByLabel(say('contacts.field.to_person')).first().waitFor();
    },
  },
  { name: 'contacts-import', phone: true, go: open('contacts/import') },
  { name: 'cancellation', phone: true, tablet: true, go: open('cancellation') },
  {
    name: 'cancellation-modal',
    go: async (page, say) => {
      await page.goto('cancellation');
      await press(page, say('cancellation.cancel'));
    },
  },
];

const preferences: Scene[] = [
  { name: 'prefs-general', phone: true, tablet: true, go: open('preferences/general') },
  ...PREFERENCES.split(' ').map((page) => ({
    name: `prefs-${page}`,
    phone: true,
    go: open(`preferences/${page}`),
  })),
  {
    name: 'prefs-second-step',
    phone: true,
    go: async (page, say) => {
      await page.goto('preferences/account-security');
      await press(page, say('security.step.turnOn'));
      await page.getByRole('textbox', { name: say('security.step.password'), exact: true }).waitFor();
    },
  },
  { name: 'prefs', phoneOnly: true, go: open('preferences') },
  {
    name: 'prefs-subaccounts-add',
    go: async (page) => {
      await page.goto('preferences/subaccounts');
      await heading(page);
      await page.keyboard.press('Alt+Shift+KeyN');
      await page.getByRole('dialog').waitFor();
    },
  },
];

const administrator: Scene[] = [
  { name: 'mf-accounts', phone: true, go: open('multifax/configure-fax-accounts') },
  {
    name: 'mf-account-add',
    phone: true,
    go: async (page: Page, say: Say) => {
      await page.goto('multifax/configure-fax-accounts');
      await press(page, say('multifax.accounts.add'));
      await heading(page);
    },
  },
  { name: 'mf-security', phone: true, go: open('multifax/account-security') },
  { name: 'mf-activity', phone: true, go: open('multifax/activity') },
  { name: 'mf-usage', phone: true, go: open('multifax/usage') },
  { name: 'mf-storage', phone: true, go: open('multifax/external-storage') },
].map((scene) => ({ ...scene, as: 'administrator' as const }));

/** Every screen of the design, and the states that depend on time, chance or faults. */
export const SCENES: readonly Scene[] = [
  ...guest,
  ...mailbox,
  ...writing,
  ...contacts,
  ...STATES,
  ...accountStates,
  ...preferences,
  ...administrator,
  { name: 'ui-gallery', as: 'guest', go: async (page) => void (await page.goto('ui-gallery')) },
];
