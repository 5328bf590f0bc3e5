// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { useDraft } from './use-draft.ts';
import type { Draft } from './use-draft.ts';

interface Values {
  host: string;
  port: string;
}

const shown: { draft?: Draft<Values> } = {};
const draft = (): Draft<Values> => {
  if (shown.draft === undefined) throw new Error('nothing is drawn');
  return shown.draft;
};

function Form({ saved }: { saved: Values }) {
  const now = useDraft(saved);
  useLayoutEffect(() => {
    shown.draft = now;
  });
  return null;
}

let page: Rendered;
beforeEach(async () => {
  page = await render(<Form saved={{ host: 'a', port: '1' }} />);
});
afterEach(async () => await page.close());

const change = async (more: Partial<Values>) => act(async () => draft().change(more));

test('what is typed while a save is under way stays, and would be lost meanwhile', async () => {
  await change({ host: 'b', port: '2' });
  expect(draft().unsaved).toBe(true);
  const answer = Promise.withResolvers<boolean>();
  let done: Promise<boolean> | undefined;
  await act(async () => {
    done = draft().save(async () => await answer.promise);
  });
  expect([draft().saving, draft().unsaved]).toEqual([true, false]);
  // A second press saves nothing twice.
  expect(await draft().save(async () => true)).toBe(false);
  await change({ port: '3' });
  expect(draft().unsaved).toBe(true);
  await page.again(<Form saved={{ host: 'b', port: '2' }} />);
  await act(async () => {
    answer.resolve(true);
    await done;
  });
  expect(draft().values).toEqual({ host: 'b', port: '3' });
  expect([draft().saving, draft().changes]).toEqual([false, { port: '3' }]);
});

test('what was refused stays, and what is newer elsewhere shows where nothing was typed', async () => {
  await change({ host: 'b' });
  await act(async () => void (await draft().save(async () => false)));
  await page.again(<Form saved={{ host: 'c', port: '9' }} />);
  expect(draft().values).toEqual({ host: 'b', port: '9' });
  await change({ host: 'c' });
  expect(draft().unsaved).toBe(false);
});

test('of two parts with a save of their own, one is saved and the other stays', async () => {
  await change({ host: 'b', port: '2' });
  await act(async () => void (await draft().save(async () => true, { host: 'b' })));
  expect(draft().changes).toEqual({ port: '2' });
});
