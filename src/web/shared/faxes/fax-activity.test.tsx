// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ActivityEntry } from '#contract/audit/fax-activity.ts';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { FaxActivity } from './fax-activity.tsx';
import { callsOf, resetServer, server, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { setTimeZone } from '#web/kit/format-date.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { openPage, push, settle, stubWindow } from '#web/kit/open-page-for-test.tsx';

const ENTRY: ActivityEntry = {
  id: '1',
  at: '2026-11-20T15:04:00-05:00',
  kind: 'open',
  form: '',
  by: 'account',
  name: '',
  fid: '7',
  party: 'Robert Delacourt',
  number: '6465550123',
  address: '203.0.113.24',
  device: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0',
};

stubWindow();
startFalseServer({});
setTimeZone('America/New_York');
await startI18n();

let page: Rendered;
beforeEach(() => resetServer());
afterEach(() => page.close());

const choose = async (value: string) => {
  await act(async () => {
    const select = document.querySelector('select');
    if (!select) throw new Error('there is no list of kinds');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settle();
};
const texts = () => [...document.querySelectorAll('.acts li')].map(({ textContent }) => textContent);

test('entries say who did what with which fax, when and from where', async () => {
  const other = { ...ENTRY, party: '', device: '', address: '' };
  const rows: ActivityEntry[] = [
    ENTRY,
    { ...other, id: '2', kind: 'download', form: 'pdf', by: 'administrator', name: 'acme' },
    { ...other, id: '3', kind: 'mail', form: 'new-fax', by: 'recipient', name: 'desk@example.com' },
    {
      ...other,
      id: '4',
      kind: 'copy',
      form: 'pdf',
      by: 'storage',
      name: 'sftp: files.example.com',
      number: '',
    },
    { ...other, id: '5', kind: 'log', form: '', by: 'operator', name: 'anna', fid: '' },
  ];
  server['GET faxActivity'] = { rows, total: 5 };
  page = await openPage(<FaxActivity of={{}} />);
  expect(texts()).toEqual([
    'This account opened a faxFax with Robert Delacourt203.0.113.24 · Firefox · Windows11/20/2026 15:04',
    'acme (administrator) downloaded a fax as PDFFax with 646-555-012311/20/2026 15:04',
    'desk@example.com received a fax by emailFax with 646-555-012311/20/2026 15:04',
    'sftp: files.example.com received a copy of a faxFax 711/20/2026 15:04',
    'anna (operator) viewed the activity11/20/2026 15:04',
  ]);
});

test('a kind begins at its first page, and says when there is none', async () => {
  const rows = Array.from({ length: 25 }, (_, id) => ({ ...ENTRY, id: String(id + 1) }));
  server['GET faxActivity'] = ({ query }: { query: URLSearchParams }) =>
    query.get('kind') === 'print' ? { rows: [], total: 0 } : { rows, total: 60 };
  page = await openPage(<FaxActivity of={{ uid: '601' }} />);
  await push('Next page');
  await choose('print');
  const asked = callsOf('GET', 'faxActivity').map(({ query }) => [
    query.get('uid'),
    query.get('current-page'),
    query.get('kind'),
  ]);
  expect(asked.at(0)).toEqual(['601', '1', '']);
  expect(asked.at(-2)).toEqual(['601', '2', '']);
  expect(asked.at(-1)).toEqual(['601', '1', 'print']);
  expect(page.place.textContent).toContain('No activity');
});

test('says that it could not be loaded, and tries again', async () => {
  server['GET faxActivity'] = { status: 400, json: { error: 'BAD_REQUEST', message: '' } };
  page = await openPage(<FaxActivity of={{ fid: '7' }} />);
  expect(page.place.textContent).toContain('The activity can’t be loaded.');
  server['GET faxActivity'] = { rows: [ENTRY], total: 1 };
  await push('Try again');
  // The fax itself is not named here.
  expect(texts()).toEqual(['This account opened a fax203.0.113.24 · Firefox · Windows11/20/2026 15:04']);
});
