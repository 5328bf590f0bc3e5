// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import type { FaxSplit } from '#contract/mailbox/fax-split.ts';
import { button, until } from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find } from '#web/ui/render-for-test.tsx';
import { faxRowForTest } from './fax-row-for-test.ts';
import { address, calls, open, place, world } from './inbox-for-test.tsx';

/** The fake server's responses to the calls of a split. */
let answers: Record<string, unknown> = {};
const ask = fetch;
vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const answer = await ask(url, init);
  const own = answers[new URL(url, location.origin).pathname.split('/').at(-1) ?? ''];
  return own === undefined || !answer.ok ? answer : new Response(JSON.stringify(own));
});

const note = () => find(place(), '.fx-note');
const links = () =>
  [...note().querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')]);
const items = () => [...note().querySelectorAll('li')].map((one) => one.textContent);
const verbs = () => [...note().querySelectorAll('button')].map((one) => one.textContent);

const gone = { fax_id: null, folder: null };
const at = (fax_id: string, folder: 'Inbox' | 'Archive' | 'Deleted' = 'Inbox') => ({ fax_id, folder });

/** Opens the second of three parts, or the fax given in `row`. */
async function openSplit(
  split: Partial<FaxSplit>,
  row: Parameters<typeof faxRowForTest>[1] = {},
): Promise<void> {
  const parts = [at('1'), at('2'), at('3')];
  const answer: FaxSplit = { part: 2, whole: at('9', 'Archive'), parts, ...split };
  answers = { ...answers, faxSplit: answer };
  world.rows = [faxRowForTest('2', { split: 'part', fax_from: '7325550119', ...row })];
  await open('/inbox?fax=2');
  await until(() => expect(note().textContent).not.toBe(''));
}

it('a part says which one it is, and leads to the others and to the whole fax', async () => {
  await openSplit({});
  expect(note().textContent).toContain('Part 2 of 3 of a fax from 732-555-0119, split at separator pages.');
  expect(items()).toEqual(['Whole fax (Archive)', 'Part 1', 'Part 2', 'Part 3']);
  expect(links()).toEqual([
    ['Whole fax', '/inbox?fax=9&folder=Archive'],
    ['Part 1', '/inbox?fax=1'],
    ['Part 3', '/inbox?fax=3'],
  ]);
  expect(find(note(), '[aria-current]').textContent).toBe('Part 2');
});

it('what was deleted is called so, without a dead link, and nothing can be undone without the whole fax', async () => {
  await openSplit({ whole: gone, parts: [gone, at('2'), at('3', 'Deleted')] }, { fax_from: '' });
  expect(note().textContent).toContain('Part 2 of 3 of a fax without a caller number');
  expect(items()).toEqual(['Whole fax (deleted)', 'Part 1 (deleted)', 'Part 2', 'Part 3 (Recently deleted)']);
  expect(links()).toEqual([['Part 3', '/inbox?fax=3&folder=Deleted']]);
  expect(verbs()).toEqual([]);
});

it('the whole fax leads to its parts; once it is back and they are deleted there is nothing to undo', async () => {
  await openSplit({ part: null, whole: at('2', 'Archive') }, { split: 'whole' });
  expect(note().textContent).toContain('Split into 3 faxes at separator pages.');
  expect([items(), verbs()]).toEqual([['Part 1', 'Part 2', 'Part 3'], ['Undo split']]);
  const parts = [at('1', 'Deleted'), gone];
  await openSplit({ part: null, whole: at('2'), parts }, { split: 'whole' });
  expect([items(), verbs()]).toEqual([['Part 1 (Recently deleted)', 'Part 2 (deleted)'], []]);
});

it('undoing opens the whole fax, and can be taken back', async () => {
  const changed = ['9', '1', '2'];
  answers['undoSplit'] = { success: true, data: { whole: '9', changed } };
  answers['splitAgain'] = { success: true, data: { changed } };
  await openSplit({});
  world.rows.push(faxRowForTest('9'));
  await click(button('Undo split'));
  await until(() => expect(address()).toMatchObject({ fax: '9' }));
  expect(calls('undoSplit').map(({ body }) => body)).toEqual([{ fid: '2' }]);
  expect(growlStore.get()?.text).toBe(
    'The whole fax is back in the inbox. Its parts are in Recently deleted.',
  );
  growlStore.get()?.action?.run();
  await until(() => expect(calls('splitAgain').map(({ body }) => body)).toEqual([{ fid: '9', changed }]));
});

it('a refusal is said, and the fax stays open', async () => {
  await openSplit({});
  world.statuses['undoSplit'] = 404;
  await click(button('Undo split'));
  await until(() => expect(growlStore.get()?.text).toContain('The split couldn’t be undone.'));
  expect(address()).toMatchObject({ fax: '2' });
});

it('parts that don’t load are said to be missing, and are asked for again', async () => {
  world.statuses['faxSplit'] = 500;
  await openSplit({});
  expect(note().textContent).toContain('The other parts of this fax couldn’t be loaded.');
  world.statuses['faxSplit'] = 200;
  await click(button('Try again'));
  await until(() => expect(items()).toEqual(['Whole fax (Archive)', 'Part 1', 'Part 2', 'Part 3']));
});
