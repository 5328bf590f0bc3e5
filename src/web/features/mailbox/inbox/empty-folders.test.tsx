// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { FOLDERS } from '#contract/mailbox/inbox.ts';
import { until } from '#web/kit/open-page-for-test.tsx';
import { find } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { open, place, world } from './inbox-for-test.tsx';

/** Keys stay on one line. */
const HINT = 'Press Alt\u00A0Shift\u00A0N to send a fax from anywhere.';

/** The text of the reader beside each list; the Outbox has no reader. */
const READERS = {
  ...Object.fromEntries(FOLDERS.filter((folder) => folder !== 'Outbox').map((folder) => [folder, HINT])),
  Deleted: '',
};

const wordsOf = (folder: string) => {
  const { title, text } = english.inbox.empty[folder as keyof typeof english.inbox.empty];
  return { title, text: text.replace('{{days}}', '30 days') };
};

it.each([...FOLDERS, 'Deleted'])('%s says once that it is empty, and why', async (folder) => {
  world.rows = [];
  await open(`/inbox?folder=${folder}`);
  const { title, text } = wordsOf(folder);
  await until(() => expect(place().textContent).toContain(title));
  for (const words of [title, text]) expect(place().textContent.split(words)).toHaveLength(2);
});

it.each(Object.entries(READERS))(
  'beside the empty list of %s stands a hint at most',
  async (folder, hint) => {
    world.rows = [];
    await open(`/inbox?folder=${folder}`);
    const { title, text } = wordsOf(folder);
    await until(() => expect(find(place(), '.list-empty').textContent).toBe(`${title}${text}`));
    // Initially the reader of the inbox shows a welcome.
    const greeting = folder === 'Inbox' ? /^Welcome to [^.]+(?=Press )/u : /^/u;
    expect(find(place(), '.read').textContent.replace(greeting, '')).toBe(hint);
  },
);
