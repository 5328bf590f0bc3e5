// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { button, said, settle, until } from '#web/kit/open-page-for-test.tsx';
import { growlStore } from '#web/ui/growl-store.ts';
import { click, find, findInput, press, type } from '#web/ui/render-for-test.tsx';
import { faxRowForTest } from './fax-row-for-test.ts';
import { address, calls, faxes, open, options, place, selected, world } from './inbox-for-test.tsx';

const box = () => findInput(place(), '.list .search input');
const chips = () => [...place().querySelectorAll('.chip[data-on]')].map((chip) => chip.textContent);
const line = () => find(place(), '.select-line');
const chosen = async (chip: string, entry: string) => {
  await click(button(chip));
  await until(() => expect(document.querySelector('[role=menuitem]')).not.toBeNull());
  const found = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  await click(found.find((one) => one.textContent === entry) ?? document.body);
};
const verb = (words: string) =>
  [...place().querySelectorAll<HTMLElement>('[role=toolbar] button')].find(
    (one) => one.textContent === words,
  ) ?? place();
const field = (label: string) => {
  const found = [...document.querySelectorAll('.chip-form .f')].find((one) =>
    one.querySelector('label')?.textContent?.startsWith(label),
  );
  if (found === undefined) throw new Error(`there is no field ${label}`);
  return findInput(found);
};

it('shows the filters that are typed as chips, and writes those that are chosen as words', async () => {
  world.rows = [...faxes(2), faxRowForTest('3', { action: 'S', is_inbox: 0, from_company: 'Company 3' })];
  await open('/inbox?q=company+after:2026-10');
  await until(() => expect(chips()).toEqual(['On or after 10/01/2026']));
  expect(calls('search').at(-1)?.query.get('q')).toBe('company after:2026-10');
  expect(options().map((row) => find(row, '.it-folder').textContent)).toEqual(['Inbox', 'Inbox', 'Sent']);
  await chosen('All folders', 'Sent');
  await until(() => expect(address()).toEqual({ q: 'company after:2026-10 in:sent' }));
  await until(() => expect(options()).toHaveLength(1));
  await click(button('Pages'));
  await until(() => field('At least'));
  await type(field('At least'), '2');
  await type(field('At most'), '5');
  await click(button('Apply'));
  await until(() => expect(address()['q']).toBe('company after:2026-10 in:sent pages:2-5'));
  expect(box().value).toBe('company after:2026-10 in:sent pages:2-5');
  await until(() => expect(chips()).toEqual(['Sent', 'On or after 10/01/2026', 'Pages: 2–5']));
  await click(button('Remove filter: On or after 10/01/2026'));
  await until(() => expect(address()['q']).toBe('company in:sent pages:2-5'));
  await click(button('Clear filters'));
  await until(() => expect(address()).toEqual({}));
});

it('says in place what a wrong value is, asks nothing, and keeps what was typed', async () => {
  await open();
  await type(box(), 'company pages:>x');
  await press(box(), 'Enter');
  await until(() =>
    expect(find(place(), '.search-faults').textContent).toBe(
      '“pages:>x” isn’t a number of pages. Use pages:3 or pages:2-5.',
    ),
  );
  expect(box().value).toBe('company pages:>x');
  await settle();
  expect(calls('search')).toEqual([]);
  await type(box(), 'company pages:>1');
  await press(box(), 'Enter');
  await until(() => expect(options()).toHaveLength(5));
  expect(place().querySelector('.search-faults')).toBeNull();
});

it('says once that nothing matches, and that there are more than it counts', async () => {
  await open('/inbox?q=nothing');
  await until(() => expect(place().textContent?.split('No faxes match')).toHaveLength(2));
  world.more = true;
  await open('/inbox?q=company');
  await until(() =>
    expect(find(place(), '.list-hdr').textContent).toContain('More than 5 results. Add a filter.'),
  );
});

it('selects all pages, acts on them with progress, and takes it back', async () => {
  world.rows = faxes(140);
  world.progress = [
    { id: '9', total: 140, done: 100, changed: 100, state: 'running' },
    { id: '9', total: 140, done: 140, changed: 139, state: 'finished' },
    { id: '10', total: 139, done: 139, changed: 139, state: 'finished' },
  ];
  await open();
  await click(findInput(place(), '.list-hdr input'));
  expect(selected()).toHaveLength(100);
  await click(button('Select all 140 faxes in Inbox'));
  await until(() => expect(line().textContent).toContain('All selected: 140'));
  expect(calls('selectFaxes').map(({ body }) => body)).toEqual([{ q: 'in:inbox' }]);
  await click(verb('Archive'));
  await until(() => expect(said()).toContain('139 faxes archived'));
  const asked = { id: '9', action: 'to_archive' };
  expect(calls('bulkAction').map(({ body }) => body)).toEqual([asked, asked]);
  expect(calls('FaxArchive.json')).toEqual([]);
  expect(place().querySelector('.select-line')).toBeNull();
  expect(growlStore.get()?.action?.label).toBe('Undo');
  growlStore.get()?.action?.run();
  await until(() => expect(said()).toBe('Undone'));
  expect(calls('undoBulkAction').map(({ body }) => body)).toEqual([{ id: '9' }]);
});

it('a reload goes on with what it interrupted and offers Undo at its end; later nothing goes on by itself', async () => {
  world.rows = faxes(140);
  const running = { task: { id: '9', action: 'delete' }, progress: { done: 100, total: 140 } };
  sessionStorage.setItem('f2e.bulk', JSON.stringify({ ...running, at: Date.now() - 120_000 }));
  await open();
  await settle();
  expect(calls('bulkAction')).toEqual([]);
  sessionStorage.setItem('f2e.bulk', JSON.stringify({ ...running, at: Date.now() - 2000 }));
  world.progress = [{ id: '9', total: 140, done: 140, changed: 140, state: 'finished' }];
  await open();
  await until(() => expect(said()).toContain('140 faxes deleted'));
  expect(calls('bulkAction').map(({ body }) => body)).toEqual([running.task]);
  expect(growlStore.get()?.action?.label).toBe('Undo');
  expect(sessionStorage.getItem('f2e.bulk')).toBeNull();
});

it('goes on where the connection broke off, and checking one fax ends the selection of all', async () => {
  world.rows = faxes(140);
  await open();
  await click(findInput(place(), '.list-hdr input'));
  world.statuses['selectFaxes'] = 412;
  await click(button('Select all 140 faxes in Inbox'));
  await until(() => expect(said()).toBe('Words.'));
  world.statuses = {};
  await click(button('Select all 140 faxes in Inbox'));
  await until(() => expect(line().textContent).toContain('All selected: 140'));
  await click(find(options()[0] ?? place(), '[data-check]'));
  expect(place().querySelector('.select-line')).toBeNull();
  await click(find(options()[0] ?? place(), '[data-check]'));
  await click(button('Select all 140 faxes in Inbox'));
  await until(() => expect(line().textContent).toContain('All selected: 140'));
  world.statuses['bulkAction'] = 503;
  await click(verb('Archive'));
  await until(() => expect(line().textContent).toContain('Connection lost. 0 of'));
  world.statuses = {};
  world.progress = [{ id: '9', total: 140, done: 140, changed: 140, state: 'finished' }];
  await click(button('Continue'));
  await until(() => expect(said()).toContain('140 faxes archived'));
});

it('offers Undo for what is done to faxes that were found, and knows which of them to bring back', async () => {
  await open('/inbox?q=company');
  await until(() => expect(options()).toHaveLength(5));
  await click(find(options()[1] ?? place(), '[data-check]'));
  await click(find(options()[2] ?? place(), '[data-check]'));
  await click(verb('Archive'));
  await until(() => expect(growlStore.get()?.action?.label).toBe('Undo'));
  growlStore.get()?.action?.run();
  await until(() => expect(said()).toBe('Undone'));
  expect(calls('FaxArchive.json').map(({ body }) => body)).toEqual([
    { action: 'to_archive', fid: ['2', '3'] },
    { action: 'from_archive', fid: ['2', '3'] },
  ]);
});

it('names the folder in the rows of the horizontal view, too, whose order is always by date', async () => {
  await open('/inbox?q=company&view=horizontal');
  await until(() => expect(options()).toHaveLength(5));
  expect(options().map((row) => find(row, '.it-cell .it-folder').textContent)).toEqual(
    Array.from({ length: 5 }, () => 'Inbox'),
  );
  expect(find(place(), '.list-top output').textContent).toBe('5 faxes in all folders');
  expect(place().querySelectorAll('.table-head button')).toHaveLength(0);
});

it('searches Recently deleted by itself, without filters', async () => {
  const deleted = { deleted_at: '2026-11-20T10:00:00Z', erased_at: '2026-12-20T10:00:00Z' };
  world.rows = faxes(140).map((row) => ({ ...row, ...deleted, deleted_from: 'Inbox' as const }));
  await open('/inbox?folder=Deleted&q=company');
  await until(() => expect(options()).toHaveLength(100));
  expect(calls('search')).toEqual([]);
  expect(find(place(), '.list h1').textContent).toBe('Recently deleted');
  expect(box().getAttribute('aria-label') ?? box().labels?.[0]?.textContent).toBe('Search Recently deleted');
  expect(place().querySelector('.chips')).toBeNull();
  // All pages can be selected in other folders; this one has Erase all.
  await click(findInput(place(), '.list-hdr input'));
  expect(place().querySelector('.select-line')).toBeNull();
});
