// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { openPage, push, said, settle, stubWindow } from '#web/kit/open-page-for-test.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { find, findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { ApiError } from './api-error.ts';
import { useDialogSave } from './use-dialog-save.ts';

stubWindow();
await startI18n();

/** Answers of the saves, one after the other. */
let answers: PromiseWithResolvers<unknown>[] = [];

async function work(): Promise<unknown> {
  const waiting = Promise.withResolvers<unknown>();
  answers.push(waiting);
  return await waiting.promise;
}

function Dialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { busy, error, save } = useDialogSave(onClose);
  return (
    <form aria-busy={busy}>
      <input onChange={(event) => setText(event.target.value)} value={text} />
      <output>{error}</output>
      <button onClick={() => void save(work, 'It failed.')} type="button">
        Save
      </button>
      <button onClick={onClose} type="button">
        Close
      </button>
    </form>
  );
}

function Page() {
  const [open, setOpen] = useState(false);
  return open ? (
    <Dialog onClose={() => setOpen(false)} />
  ) : (
    <button onClick={() => setOpen(true)} type="button">
      Open
    </button>
  );
}

let page: Rendered;
beforeEach(async () => {
  answers = [];
  growl.clear();
  page = await openPage(<Page />);
  await push('Open');
});
afterEach(async () => await page.close());

const isOpen = () => page.place.querySelector('form') !== null;
const input = () => findInput(page.place);
async function answer(index: number, how: 'resolve' | 'reject', what: unknown): Promise<void> {
  answers[index]?.[how](what);
  await settle();
}

test('a dialog stays open until the answer is there, and sends nothing twice', async () => {
  await push('Save');
  await push('Save');
  expect([answers.length, isOpen(), find(page.place, 'form').getAttribute('aria-busy')]).toEqual([
    1,
    true,
    'true',
  ]);
  await answer(0, 'resolve', undefined);
  expect(isOpen()).toBe(false);
});

test.each([
  [new ApiError(412, 'X', 'Words of the server.'), 'Words of the server.'],
  [new ApiError(0, 'NETWORK'), 'It failed.'],
])('what was typed stays after %s, which stands in the dialog', async (refusal, words) => {
  await type(input(), 'typed');
  await push('Save');
  await answer(0, 'reject', refusal);
  expect([input().value, find(page.place, 'output').textContent, said()]).toEqual(['typed', words, '']);
  await push('Save');
  expect(find(page.place, 'output').textContent).toBe('');
  await answer(1, 'resolve', false);
  expect(input().value).toBe('typed');
});

test('an answer after it was closed by hand closes nothing else, and a refusal is a notice', async () => {
  await push('Save');
  await push('Close');
  await push('Open');
  await type(input(), 'the next one');
  await answer(0, 'resolve', undefined);
  expect(input().value).toBe('the next one');
  await push('Save');
  await push('Close');
  await push('Open');
  await answer(1, 'reject', new ApiError(412, 'X', 'Words of the server.'));
  expect([find(page.place, 'output').textContent, said()]).toEqual(['', 'Words of the server.']);
});
