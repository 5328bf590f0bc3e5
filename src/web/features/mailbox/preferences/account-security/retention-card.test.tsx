// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { click, find } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { callsOf, refusal, server } from '#web/kit/false-server-for-test.tsx';
import { button, openPage, settle } from '#web/kit/open-page-for-test.tsx';
import { choose, dialogText, reset } from '../preferences-for-test.tsx';
import { RetentionCard } from './retention-card.tsx';
import { useRetention } from './use-retention.ts';

const RETENTION = {
  inbox: null,
  sent: 90,
  archive: null,
  choices: [30, 90, 365, 2555],
  most: null,
  restoreDays: 30,
};

function Card() {
  return <RetentionCard kept={useRetention()} />;
}

let page: Rendered;
beforeEach(() => {
  reset();
  server['GET retention'] = RETENTION;
});
afterEach(() => page.close());

const keep = (folder: string) =>
  find(page.place, `select[aria-labelledby=keep-${folder}]`) as HTMLSelectElement;
const kept = () => callsOf('PUT', 'retention').map(({ body }) => body);

test('the time that faxes are kept is shown for each folder, and saved at once where it moves nothing', async () => {
  server['PUT retention'] = { success: true, data: { ...RETENTION, inbox: 365, moves: 0 } };
  page = await openPage(<Card />);
  expect([...keep('inbox').options].map(({ text }) => text)).toEqual([
    'Until deleted',
    '30 days',
    '90 days',
    '1 year',
    '7 years',
  ]);
  expect([keep('inbox').value, keep('sent').value]).toEqual(['', '90']);
  await choose(keep('inbox'), '365');
  await settle();
  expect(kept()).toEqual([
    { folder: 'inbox', days: 365, dryRun: true },
    { folder: 'inbox', days: 365 },
  ]);
  expect(keep('inbox').value).toBe('365');
});

test('a time that moves faxes tonight is asked about: how many, from where, until when they can be restored', async () => {
  server['PUT retention'] = { success: true, data: { ...RETENTION, sent: 30, moves: 1204 } };
  page = await openPage(<Card />);
  await choose(keep('sent'), '30');
  await settle();
  expect(dialogText()).toContain('Sent, older than 30 days: 1,204 faxes.');
  expect(dialogText()).toContain('restore them for 30 days');
  await click(button('Cancel'));
  await settle();
  expect([kept().length, keep('sent').value]).toEqual([1, '90']);
  await choose(keep('sent'), '30');
  await settle();
  await click(button('Move them tonight'));
  await settle();
  expect(kept().at(-1)).toEqual({ folder: 'sent', days: 30 });
  expect(keep('sent').value).toBe('30');
});

test('what cannot be counted is not changed, and the row says so', async () => {
  server['PUT retention'] = refusal(503, 'UNAVAILABLE');
  page = await openPage(<Card />);
  await choose(keep('archive'), '30');
  await settle();
  expect(kept()).toEqual([{ folder: 'archive', days: 30, dryRun: true }]);
  expect(keep('archive').value).toBe('');
  expect(find(page.place, '#keep-archive-error').textContent).not.toBe('');
});
