// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { click, find, findInput, press, render, type } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';
import { TagInput } from './tag-input.tsx';
import { addTags, splitEntries } from './tag-rules.ts';
import type { Tag, TagRules } from './tag-rules.ts';

const rules: TagRules = {
  max: 3,
  unfinished: 'finish it',
  noRoom: (entry) => `no room for ${entry}`,
  parse: (entry) => {
    const key = entry.replaceAll(/\D/g, '');
    return key.length === 3
      ? { kind: 'tag', tag: { key, label: entry } }
      : { kind: 'invalid', entry, message: `${entry} is wrong` };
  },
};

test('a quoted name before an address is no entry of its own', () => {
  expect(splitEntries('"Lee, Ann" <ann@example.org>, Bo <bo@example.org>; "x"')).toEqual([
    '<ann@example.org>',
    'Bo <bo@example.org>',
    '"x"',
  ]);
});

function Host() {
  const [tags, setTags] = useState<readonly Tag[]>([]);
  return (
    <TagInput
      {...rules}
      counter={(count) => `${count} of 3`}
      editLabel={(tag) => `Edit ${tag.label}`}
      label="To"
      onChange={setTags}
      removeLabel={(tag) => `Remove ${tag.label}`}
      tags={tags}
    />
  );
}

let page: Rendered;
const input = () => findInput(page.place);
const chips = () =>
  [...page.place.querySelectorAll('.tag:not([data-bad]) bdi')].map((chip) => chip.textContent);

const mouse = async (kind: string) =>
  await act(async () => document.body.dispatchEvent(new MouseEvent(kind, { bubbles: true })));

beforeEach(async () => {
  vi.useFakeTimers();
  page = await render(<Host />);
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});

test('[COMP-02] a tag is added on Enter, on comma and on leaving the field', async () => {
  await type(input(), '111');
  await press(input(), 'Enter');
  await type(input(), '222');
  await press(input(), ',');
  await type(input(), '333');
  await act(async () => {
    input().focus();
    input().blur();
  });
  expect(chips()).toEqual(['111', '222', '333']);
});

test('left by a press on something else, it moves nothing before that is let go', async () => {
  await type(input(), '111');
  await act(async () => input().focus());
  await mouse('mousedown');
  await act(async () => input().blur());
  expect(chips()).toEqual([]);
  await mouse('mouseup');
  expect(chips()).toEqual(['111']);
  await mouse('mouseup');
  expect(chips()).toEqual(['111']);
});

test('a comma typed by a phone keyboard, which sends no key, adds too', async () => {
  await type(input(), '111,');
  expect(chips()).toEqual(['111']);
});

test('[COMP-04] a refused entry has its sentence for five seconds, and stays marked until it is changed', async () => {
  await type(input(), '12');
  await press(input(), 'Enter');
  expect(page.place.textContent).toContain('12 is wrong');
  expect(input().getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    '12 is wrong',
  );
  await act(async () => vi.advanceTimersByTime(4999));
  expect(page.place.textContent).toContain('12 is wrong');
  await act(async () => vi.advanceTimersByTime(1));
  expect(page.place.textContent).not.toContain('12 is wrong');
  expect(page.place.textContent).toContain('finish it');
  expect(input().value).toBe('12');
  expect(input().getAttribute('aria-invalid')).toBe('true');
  await type(input(), '123');
  expect(page.place.textContent).not.toContain('finish it');
  expect(input().getAttribute('aria-invalid')).toBeNull();
  expect(chips()).toEqual([]);
});

test('a second refused entry has its own five seconds', async () => {
  await type(input(), '12');
  await press(input(), 'Enter');
  await act(async () => vi.advanceTimersByTime(4000));
  await type(input(), '13');
  await press(input(), 'Enter');
  await act(async () => vi.advanceTimersByTime(4000));
  expect(page.place.textContent).toContain('13 is wrong');
});

test('duplicates are ignored by their key', async () => {
  await type(input(), '111');
  await press(input(), 'Enter');
  await type(input(), '1-1-1');
  await press(input(), 'Enter');
  expect(chips()).toEqual(['111']);
});

test('at the limit the input hides; removing a tag brings it back', async () => {
  for (const entry of ['111', '222', '333']) {
    await type(input(), entry);
    await press(input(), 'Enter');
  }
  expect(page.place.querySelector('input')).toBeNull();
  expect(page.place.textContent).toContain('3 of 3');
  await click(find(page.place, 'button[aria-label="Remove 222"]'));
  expect(chips()).toEqual(['111', '333']);
  expect(page.place.querySelector('input')).not.toBeNull();
});

test('who works by keyboard keeps the focus when the text field hides, and when a chip goes', async () => {
  for (const entry of ['111', '222', '333']) {
    await type(input(), entry);
    await act(async () => input().focus());
    await press(input(), 'Enter');
  }
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove 333');
  const remove = find(page.place, 'button[aria-label="Remove 222"]');
  remove.focus();
  await click(remove);
  expect(document.activeElement).toBe(input());
});

test('a pasted list adds every entry and keeps the wrong ones as text', async () => {
  const paste = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(paste, { clipboardData: { getData: () => '111; 222\n9' } });
  await act(async () => {
    input().dispatchEvent(paste);
  });
  expect(chips()).toEqual(['111', '222']);
  expect(input().value).toBe('9');
});

test('what a full field has no room for shows in red for five seconds; what is no entry stays to be finished', async () => {
  await type(input(), '111,222,9,333,444');
  expect(chips()).toEqual(['111', '222', '333']);
  expect(page.place.querySelector('.tag[data-bad]')?.textContent).toBe('444');
  expect(input().value).toBe('9');
  await act(async () => vi.advanceTimersByTime(5000));
  expect(page.place.querySelector('.tag[data-bad]')).toBeNull();
  await type(input(), '');
  expect(page.place.querySelector('input')).toBeNull();
});

test.each([
  ['a click', async (chip: HTMLElement) => await click(chip)],
  ['F2', async (chip: HTMLElement) => await press(chip, 'F2')],
])('%s on a chip brings it back to text, behind what is typed', async (_, edit) => {
  await type(input(), '111,222,33');
  const chip = find(page.place, 'button[aria-label="Edit 111"]');
  await edit(chip);
  expect(chips()).toEqual(['222']);
  expect(input().value).toBe('33; 111');
  expect(document.activeElement).toBe(input());
  await press(input(), 'Enter');
  expect(chips()).toEqual(['222', '111']);
  expect(input().value).toBe('33');
});

test.each(['Backspace', 'Delete'])('%s on a chip removes it', async (key) => {
  await type(input(), '111,222,');
  await press(find(page.place, 'button[aria-label="Edit 111"]'), key);
  expect(chips()).toEqual(['222']);
});

test('text that was refused is not refused again on every way past the field', async () => {
  await type(input(), '12');
  await press(input(), 'Enter');
  await act(async () => vi.advanceTimersByTime(5000));
  await act(async () => {
    input().focus();
    input().blur();
  });
  expect(page.place.textContent).not.toContain('12 is wrong');
  expect(page.place.textContent).toContain('finish it');
});

test('Backspace in an empty input takes the last tag away', async () => {
  await type(input(), '111');
  await press(input(), 'Enter');
  await press(input(), 'Backspace');
  expect(chips()).toEqual([]);
});

test('Alt+Shift+Enter is left to the page', async () => {
  await type(input(), '111');
  await press(input(), 'Enter', { altKey: true, shiftKey: true });
  expect(chips()).toEqual([]);
});

test('addTags refuses what goes beyond the limit, and says so; a number that is there already needs no room', () => {
  const { tags, invalid } = addTags([], ['111', '222', '333', '444', '222'], rules);
  expect(tags).toHaveLength(3);
  expect(invalid.map(({ message }) => message)).toEqual(['no room for 444']);
});
