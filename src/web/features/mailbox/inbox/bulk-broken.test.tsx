// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { button, said, until } from '#web/kit/open-page-for-test.tsx';
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

const toSent = () => click(find(place(), 'a[href*="folder=Sent"]'));
beforeEach(() => sessionStorage.clear());

it.each([
  ['another page', () => leave('/contacts')],
  ['another list', toSent],
])(
  'says how far an action on all came when it breaks off while %s is shown',
  async (_what, lookElsewhere) => {
    world.rows = faxes(140);
    await open();
    await checkPage();
    await click(button('Select all 140 faxes in Inbox'));
    await until(() => expect(line().textContent).toContain('All selected: 140'));
    const answer = Promise.withResolvers<Response>();
    const before = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
      url.includes('bulkAction') ? await answer.promise : await before(url, init),
    );
    await click(verb('Archive'));
    await lookElsewhere();
    answer.resolve(new Response('', { status: 503 }));
    await until(() => expect(growlStore.get()?.text).toBe('Connection lost. 0 of 140 done.'));
    vi.stubGlobal('fetch', before);
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
