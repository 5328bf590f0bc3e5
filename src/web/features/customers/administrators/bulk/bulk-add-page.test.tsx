// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BulkRow } from '#contract/customers/bulk-add.ts';
import { find, findInput } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { AccountsPage } from '../accounts/accounts-page.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import type { MadeCall } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, push, settle } from '#web/kit/open-page-for-test.tsx';
import { listOf, reset } from '../multifax-for-test.tsx';

const CALL = 'POST bulkAddServices';
const row = (line: number, state: BulkRow['state'], more: Partial<BulkRow> = {}): BulkRow => ({
  line,
  state,
  email: `u${line}@example.com`,
  type: 'local',
  area: '212',
  number: '',
  fault: null,
  faxnumber: null,
  ...more,
});
const saved = vi.fn<(blob: Blob, name: string) => void>();
vi.mock('#web/kit/save-file.ts', () => ({ saveFile: (blob: Blob, name: string) => saved(blob, name) }));

let page: Rendered;
beforeEach(async () => {
  reset();
  saved.mockClear();
  server['GET MultifaxAccountInfo.json'] = listOf([]);
  page = await openPage(<AccountsPage />);
  await push('Add from file');
});
afterEach(() => page.close());

const choose = async (text: string | Uint8Array<ArrayBuffer>) => {
  const input = findInput(page.place, 'input[type=file]');
  Object.defineProperty(input, 'files', { value: [new File([text], 'staff.csv')], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  await settle();
};
const cells = () =>
  [...page.place.querySelectorAll('tbody tr')].map((one) => one.querySelector('td:last-child')?.textContent);

test('a file is looked through, added ten lines a call, and its result can be kept without formulas', async () => {
  const rows = [
    ...Array.from({ length: 11 }, (_, index) => row(index + 1, 'ready')),
    row(12, 'refused', { fault: 'EMAIL_INVALID', email: '=cmd()' }),
  ];
  server[CALL] = ({ body }: MadeCall) => {
    const from = Number(body?.['from'] ?? 0);
    const added = rows.map((one) =>
      one.state === 'ready' ? { ...one, state: 'added', faxnumber: '2125550101' } : one,
    );
    return { success: true, total: 12, rows: body?.['dryRun'] === '1' ? rows : added.slice(from, from + 10) };
  };
  await choose('any');
  expect(cells().at(-1)).toBe('ErrorEnter a valid email address.');
  expect(page.place.textContent).toContain('11 ready, 1 with errors, 0 already added');
  await push('Add 11 accounts');
  expect(callsOf('POST', 'bulkAddServices').map(({ body }) => body)).toEqual([
    { text: 'any', dryRun: '1' },
    { text: 'any', from: 0 },
    { text: 'any', from: 10 },
  ]);
  expect(cells()[0]).toBe('Added212-555-0101');
  expect(page.place.textContent).toContain('11 added, 1 not added, 0 already added');
  await push('Download result');
  const [blob, name] = saved.mock.calls[0] ?? [];
  expect(name).toBe('staff-result.csv');
  const lines = ((await blob?.text()) ?? '').split('\r\n');
  expect([lines[0], lines[1], lines[12]]).toEqual([
    'line,email,type,area,number,result,faxnumber,reason',
    '1,u1@example.com,local,212,,Added,2125550101,',
    "12,'=cmd(),local,212,,Error,,Enter a valid email address.",
  ]);
});

test('a connection that is lost half-way says that what was added stays, and goes on', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => row(index + 1, 'ready'));
  let broken = true;
  server[CALL] = ({ body }: MadeCall) => {
    const from = Number(body?.['from'] ?? 0);
    if (body?.['dryRun'] === '1') return { success: true, total: 12, rows };
    if (from === 10 && broken) return { status: 503, json: {} };
    return {
      success: true,
      total: 12,
      rows: rows.slice(from, from + 10).map((one) => ({ ...one, state: broken ? 'added' : 'known' })),
    };
  };
  await choose('any');
  await push('Add 12 accounts');
  expect(find(page.place, '[role=alert]').textContent).toContain('Accounts already added are kept');
  broken = false;
  await push('Add 2 accounts');
  expect(page.place.textContent).toContain('12 already added');
});

test('a file that the server does not take says why, and nothing can be started', async () => {
  server[CALL] = refusal(413, 'TOO_MANY_LINES');
  await choose('any');
  expect(find(page.place, '[role=alert]').textContent).toContain('Words about TOO_MANY_LINES.');
  expect(() => button('Add 1 account')).toThrow('no button says');
});

test('a file that Excel saved as «Unicode text» is read as it was written', async () => {
  server[CALL] = { success: true, total: 1, rows: [row(2, 'ready')] };
  const text = 'email\ttype\tarea\r\nzoë@example.com\tlocal\t212';
  const words = Uint16Array.from(`\uFEFF${text}`, (char) => char.charCodeAt(0));
  await choose(new Uint8Array(words.buffer));
  expect(callsOf('POST', 'bulkAddServices').map(({ body }) => body)).toEqual([{ text, dryRun: '1' }]);
});
