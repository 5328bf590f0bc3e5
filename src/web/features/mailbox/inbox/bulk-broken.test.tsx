// @vitest-environment jsdom
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { BulkProgress } from '#contract/mailbox/search.ts';
import { button, said, settle, until } from '#web/kit/open-page-for-test.tsx';
import { clearSession } from '#web/kit/session-store.ts';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, findInput } from '#web/ui/render-for-test.tsx';
import { calls, faxes, leave, open, place, world } from './inbox-for-test.tsx';

const line = () => find(place(), '.select-line');
const verb = (words: string) =>
  [...place().querySelectorAll<HTMLElement>('[role=toolbar] button')].find(
    (one) => one.textContent === words,
  ) ?? place();
const finished = { id: '9', total: 140, done: 140, changed: 140, state: 'finished' } as const;
const checkPage = () => click(findInput(place(), '.list-hdr input'));

/** Selects all faxes of the inbox and archives them; each answer of the server comes when the test gives it. */
async function archiveAll() {
  world.rows = faxes(140);
  await open();
  await checkPage();
  await click(button('Select all 140 faxes in Inbox'));
  await until(() => expect(line().textContent).toContain('All selected: 140'));
  const asked: ((answer: Response) => void)[] = [];
  const before = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.includes('bulkAction') && init?.method === 'POST'
      ? await new Promise<Response>((give) => asked.push(give))
      : await before(url, init),
  );
  onTestFinished(() => void vi.stubGlobal('fetch', before));
  await click(verb('Archive'));
  await until(() => expect(asked).toHaveLength(1));
  return asked;
}
const answerOf = (data: BulkProgress) => new Response(JSON.stringify({ success: true, data }));

const toSent = () => click(find(place(), 'a[href*="folder=Sent"]'));
beforeEach(() => sessionStorage.clear());

it.each([
  ['another page', () => leave('/contacts')],
  ['another list', toSent],
])(
  'says how far an action on all came when it breaks off while %s is shown',
  async (_what, lookElsewhere) => {
    const asked = await archiveAll();
    await lookElsewhere();
    asked[0]?.(new Response('', { status: 503 }));
    await until(() => expect(growlStore.get()?.text).toBe('Connection lost. 0 of 140 done.'));
  },
);

it('offers to go on with what broke off long ago, and makes room for another selection', async () => {
  world.rows = faxes(140);
  const kept = { task: { id: '9', action: 'delete' }, progress: { done: 100, total: 140 } };
  sessionStorage.setItem('f2e.bulk', JSON.stringify({ ...kept, at: Date.now() - 120_000 }));
  await open();
  await until(() => expect(line().textContent).toContain('Connection lost. 100 of 140'));
  expect(calls('bulkAction')).toEqual([]);
  await checkPage();
  expect(line().textContent).toBe('Select all 140 faxes in Inbox');
  await checkPage();
  world.progress = [finished];
  await click(button('Continue'));
  await until(() => expect(said()).toContain('140 faxes deleted'));
  expect(calls('bulkAction').map(({ body }) => body)).toEqual([kept.task]);
  expect(sessionStorage.getItem('f2e.bulk')).toBeNull();
});

it('shows the progress again after another page was shown, and stops on request', async () => {
  const asked = await archiveAll();
  await leave('/contacts');
  asked[0]?.(answerOf({ ...finished, done: 60, changed: 60, state: 'running' }));
  await until(() => expect(asked).toHaveLength(2));
  await leave('/inbox');
  await until(() => expect(line().textContent).toContain('60 of 140 done'));
  await click(button('Stop'));
  await until(() => expect(calls('bulkAction').map(({ body }) => body)).toEqual([{ id: '9' }]));
  asked[1]?.(answerOf({ ...finished, done: 100, changed: 100, state: 'running' }));
  await until(() => expect(said()).toContain('100 faxes archived'));
  expect(asked).toHaveLength(2);
  expect(place().querySelector('.select-line')).toBeNull();
});

it('says nothing about an action of a session that has ended', async () => {
  await archiveAll();
  await leave('/contacts');
  clearSession();
  await settle();
  expect(growlStore.get()).toBeNull();
  expect(sessionStorage.getItem('f2e.bulk')).toBeNull();
});
