import type { Page } from '@playwright/test';
import type { Scene } from './camera.ts';
import { answer } from './changed-answers.ts';

const rows = (page: Page) => page.getByRole('listbox').getByRole('option');

const login = (kind: string, name: string, recent: boolean) => ({
  id: `${kind}/${name.length}`,
  kind,
  name,
  createdAt: recent ? '11/20/2026 14:05:00' : '03/02/2025 09:30:00',
  lastUsedAt: recent ? null : '11/21/2026 08:15:00',
  recent,
});
const LOGINS = [
  login('passkey', 'Dana’s laptop', false),
  login('app-password', 'Scanner at the front desk', false),
  login('egnyte', 'northgate.egnyte.com', true),
];

const HELD = [1, 2].map((id) => ({
  jobid: String(id),
  fid: String(id),
  to_faxnumber: `914555018${id}`,
  date: new Date().toISOString(),
  state: 'QUEUED',
  dials: 0,
  pages: 3,
  held: 'ACCOUNT',
}));

const held = async (page: Page) =>
  await page.route(
    '**/getOutbox*',
    async (route) => await route.fulfill({ json: { data: HELD, total: HELD.length } }),
  );

const mailbox: Scene[] = [
  {
    name: 'inbox-outbox-held',
    phone: true,
    go: async (page) => {
      await held(page);
      await page.goto('inbox?folder=Outbox');
      await page.getByText('914-555-0181').first().waitFor();
    },
  },
  {
    name: 'dashboard-held',
    phone: true,
    go: async (page) => {
      await held(page);
      await page.goto('dashboard');
      await page.getByRole('table').first().waitFor();
    },
  },
  ...(['whole_fax', 'cut_off_fax'] as const).map((link) => ({
    name: `inbox-${link.replaceAll('_', '-')}`,
    phone: true,
    go: async (page: Page) => {
      await answer(page, '**/SSPFaxArchive.json*', (body) => ({
        ...body,
        data: body.data?.map((fax, at) =>
          at === 0
            ? {
                ...fax,
                ...(link === 'whole_fax' && { status: 'incomplete' }),
                [link]: { fax_id: String(body.data?.[1]?.['fax_id']), fax_date: fax['fax_date'] },
              }
            : fax,
        ),
      }));
      await page.goto('inbox');
      await rows(page).first().click();
      await page.locator('.page-area .page[data-state=ready]').first().waitFor();
    },
  })),
];

const preferences: Scene[] = [
  {
    name: 'prefs-account-security-logins',
    phone: true,
    go: async (page) => {
      await page.route('**/otherLogins*', async (route) => await route.fulfill({ json: { logins: LOGINS } }));
      await page.goto('preferences/account-security');
      await page.getByText('Dana’s laptop').first().waitFor();
    },
  },
  {
    name: 'prefs-subaccounts-unconfirmed',
    phone: true,
    go: async (page) => {
      const list = ['ana@northgate.example', 'billing@northgate.example'].map((Email, at) => ({
        Email,
        ReceiveFaxes: '1',
        SendFaxes: '1',
        Pending: at === 0 ? '0' : '1',
      }));
      await page.route('**/SubAccount.json*', async (route) => await route.fulfill({ json: list }));
      await page.goto('preferences/subaccounts');
      await page.getByText('ana@northgate.example').first().waitFor();
    },
  },
  {
    name: 'prefs-activity',
    phone: true,
    go: async (page) => {
      await page.goto('preferences/activity');
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
  },
];

const guest: Scene[] = [
  {
    name: 'reset-password-logins',
    as: 'guest',
    phone: true,
    go: async (page) => {
      await page.route('**/resetLogins*', async (route) => await route.fulfill({ json: { logins: LOGINS } }));
      await page.goto('reset-password?token=x');
      await page.getByText('Dana’s laptop').first().waitFor();
    },
  },
  ...(['question', 'gone'] as const).map((kind) => ({
    name: `continue-as-${kind}`,
    as: 'guest' as const,
    phone: true,
    go: async (page: Page) => {
      const json = { current: '2125550100', next: '2125550172' };
      const gone = { status: 412, json: { success: false, error: 'TOKEN_INVALID' } };
      const answered = kind === 'gone' ? gone : { json };
      await page.route('**/askHandOver.json', async (route) => await route.fulfill(answered));
      await page.goto('continue-as#ticket');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('button').last().waitFor();
    },
  })),
];

/** What an account sees when it is held, limited or gets a new password. */
export const accountStates: readonly Scene[] = [...mailbox, ...preferences, ...guest];
