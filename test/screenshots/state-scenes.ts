import type { Page, Route } from '@playwright/test';
import type { Scene } from './camera.ts';
import { answer, never } from './changed-answers.ts';
import type { Rows } from './changed-answers.ts';
import { writingStates } from './writing-states.ts';

const LIST = '**/SSPFaxArchive.json*';
const refuse = async (route: Route) => await route.fulfill({ status: 500, json: { success: false } });
const rows = (page: Page) => page.getByRole('listbox').getByRole('option');

/** Repeats the rows until there are `count`. */
const many = (list: Rows | undefined, count: number, id: string): Rows =>
  Array.from({ length: count }, (_, i) => ({ ...list?.[i % list.length], [id]: String(100_000 + i) }));

const QUEUED = [
  { state: 'SENDING', dials: 1, pages: 3 },
  { state: 'QUEUED', dials: 0, pages: 4 },
  { state: 'QUEUED', dials: 2, pages: 1 },
];

const dashboards: Scene[] = [
  {
    name: 'dashboard-many',
    phone: true,
    go: async (page) => {
      await answer(page, '**/Dashboard.json*', (body) => ({
        ...body,
        recReceived: many(body.recReceived, 60, 'fid'),
        recSent: many(body.recSent, 60, 'fid'),
        failed: many(body.failed, 12, 'fid'),
        usage: { ...body.usage, currentUsage: 118, rcvdPages: 74, sentPages: 44 },
      }));
      await page.goto('dashboard');
      await page.getByRole('table').first().waitFor();
    },
  },
  {
    name: 'dashboard-empty',
    phone: true,
    go: async (page) => {
      await answer(page, '**/Dashboard.json*', (body) => ({
        ...body,
        recReceived: [],
        recSent: [],
        failed: [],
        usage: { ...body.usage, currentUsage: 0, rcvdPages: 0, sentPages: 0 },
      }));
      await page.goto('dashboard');
      await page.locator('.donut').first().waitFor();
    },
  },
  {
    name: 'dashboard-resend',
    phone: true,
    go: async (page) => {
      await page.goto('dashboard');
      await page.getByRole('button', { name: 'Resend' }).first().click();
      // On touch screens it stays hidden as long as the keyboard may take to appear.
      await page.locator('.modal:not([style*=opacity])').waitFor();
    },
  },
  {
    name: 'dashboard-error',
    go: async (page) => {
      await page.route('**/Dashboard.json*', refuse);
      page.on('dialog', (dialog) => void dialog.accept());
      await page.goto('dashboard');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
];

const inboxes: Scene[] = [
  {
    name: 'inbox-10000',
    phone: true,
    go: async (page) => {
      await answer(page, LIST, (body) => ({
        ...body,
        recordsTotal: 10_000,
        recordsFiltered: 10_000,
        data: many(body.data, 100, 'fax_id'),
      }));
      await page.goto('inbox');
      await rows(page).first().waitFor();
    },
  },
  {
    name: 'inbox-loading',
    phone: true,
    go: async (page) => {
      await page.route(LIST, never);
      await page.goto('inbox');
      await page.locator('.sk').first().waitFor();
    },
  },
  {
    name: 'inbox-error',
    phone: true,
    go: async (page) => {
      await page.route(LIST, refuse);
      await page.goto('inbox');
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'inbox-page-failed',
    phone: true,
    go: async (page) => {
      await page.route(/prev\d+\.gif/u, async (route) => await route.abort());
      await page.goto('inbox');
      await rows(page).nth(1).click();
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
  },
  {
    name: 'inbox-page-loading',
    go: async (page) => {
      await page.route(/prev\d+\.gif/u, never);
      await page.goto('inbox');
      await rows(page).nth(1).click();
      await page.locator('.page-area .page').first().waitFor();
    },
  },
  {
    name: 'inbox-delete',
    phone: true,
    go: async (page) => {
      await page.goto('inbox');
      for (const at of [0, 1]) await rows(page).nth(at).locator('[data-check]').click();
      await page.keyboard.press('Delete');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'inbox-outbox-waiting',
    phone: true,
    go: async (page) => {
      await page.route('**/getOutbox*', async (route) => {
        const data = QUEUED.map((job, i) => ({
          jobid: String(i + 1),
          fid: String(i + 1),
          to_faxnumber: `914555018${i}`,
          date: new Date().toISOString(),
          ...job,
        }));
        await route.fulfill({ json: { data, total: data.length } });
      });
      await page.goto('inbox?folder=Outbox');
      await page.getByText('914-555-0180').first().waitFor();
    },
  },
  {
    name: 'reconnecting',
    phone: true,
    go: async (page) => {
      await page.goto('inbox');
      await rows(page).first().waitFor();
      await page.route('**/api/**', async (route) => await route.abort());
      await page.reload({ waitUntil: 'commit' }).catch(() => undefined);
      await page.getByText('Reconnecting…').waitFor();
    },
  },
];

/** States that depend on time, chance or faults: full, empty, waiting, broken, half done. */
export const STATES: readonly Scene[] = [...dashboards, ...inboxes, ...writingStates];
