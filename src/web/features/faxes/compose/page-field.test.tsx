// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { useStore } from '#web/ui/store.ts';
import { click, find, findInput, press, render, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { Attachments } from './attachments.tsx';
import { obstacleOf } from './compose-checks.ts';
import { attachmentStore, draftStore } from './draft-store.ts';
import { faxForm } from './fax-form.ts';
import { useAttachments } from './use-attachments.ts';

vi.stubGlobal('fetch', async () => Response.json(english));
await startI18n();

let page: Rendered;

function Files() {
  const files = useAttachments();
  useStore(attachmentStore);
  return (
    <Attachments error={undefined} files={files} locked={false} phase={{ kind: 'editing' }}>
      {null}
    </Attachments>
  );
}

const ready = (id: string, pages: number) => ({
  id,
  name: `${id}.pdf`,
  size: 345,
  file: null,
  fault: null,
  conversion: { kind: 'ready' as const, key: `key-${id}`, pages },
});

beforeEach(async () => {
  draftStore.set({ ...draftStore.get(), numbers: ['2125550147'] });
  attachmentStore.set([
    ready('a', 5),
    ready('b', 1),
    { ...ready('archive', 1), name: 'archive.zip', fault: 'type', conversion: null },
  ]);
  page = await render(<Files />);
});
afterEach(async () => await page.close());

const field = () => findInput(page.place, '.att-pages input');
const sent = () => Object.fromEntries(faxForm(draftStore.get(), attachmentStore.get().slice(0, 2)));
const write = async (text: string) => {
  await type(field(), text);
  await press(field(), 'Enter');
};
const pageButton = (number: number) => find(page.place, `[aria-label^="Page ${number}"]`);

test('a file that can not be sent is not counted, and says what to do', () => {
  expect(find(page.place, '.between .meta').textContent).toBe('2 files · 6 pages');
  expect(page.place.textContent).toContain('ZIP files aren’t supported. Add the files inside instead.');
  expect(page.place.textContent).toContain('1 page · 345 B');
});

test('pages are chosen by numbers and by clicks, and sent in that order', async () => {
  expect(sent()['pages[0]']).toBeUndefined();
  await write('4-5, 2');
  expect(sent()).toMatchObject({ 'drafts[0]': 'key-a', 'pages[0]': '4,5,2' });
  expect(field().value).toBe('4–5, 2');
  expect(find(page.place, '.between .meta').textContent).toBe('2 files · 4 pages chosen');
  expect(pageButton(1).getAttribute('aria-pressed')).toBe('false');
  await click(pageButton(1));
  await click(pageButton(5));
  expect(sent()['pages[0]']).toBe('1,4,2');
  expect(field().value).toBe('1, 4, 2');
});

test('what can not be read stays, says what is right, and keeps the fax from being sent', async () => {
  await write('2–9');
  expect(field().value).toBe('2–9');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(find(page.place, '[role=alert]').textContent).toBe('Use page numbers from 1 to 5, like 2–5, 8.');
  expect(obstacleOf(draftStore.get(), attachmentStore.get())).toBe('pages');
  await write('2–3');
  expect(obstacleOf(draftStore.get(), attachmentStore.get())).toBeNull();
  expect(sent()['pages[0]']).toBe('2,3');
});

test('the last page that is sent can not be left out', async () => {
  await write('3');
  await click(pageButton(3));
  expect(sent()['pages[0]']).toBe('3');
});

test('files are reordered by keyboard, pages with their plan; the order is that of the fax', async () => {
  await write('2-4');
  const move = async (name: string, ...keys: string[]) => {
    const grip = () => find(page.place, `.att [aria-label="Move ${name}"]`);
    await act(async () => grip().focus());
    for (const key of [' ', ...keys, ' ']) await press(grip(), key);
  };
  await move('Page 4', 'ArrowLeft', 'ArrowLeft');
  expect(find(page.place, '.strip').nextElementSibling?.textContent).toBe(
    'Page 4 is now at position 2 of 5.',
  );
  expect(field().value).toBe('4, 2–3');
  await move('a.pdf', 'ArrowDown');
  expect(attachmentStore.get().map(({ name }) => name)).toEqual(['b.pdf', 'a.pdf', 'archive.zip']);
  expect(sent()).toMatchObject({ 'drafts[0]': 'key-b', 'drafts[1]': 'key-a', 'pages[1]': '4,2,3' });
});
