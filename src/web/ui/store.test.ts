// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createStore, forgetSession } from './store.ts';

test('what belongs to a session goes with it, and what belongs to the page stays', () => {
  const forgotten: string[] = [];
  const page = createStore('start', 'page');
  const session = createStore('start', 'session', (last) => forgotten.push(last));
  let told = 0;
  session.subscribe(() => (told += 1));
  for (const store of [page, session]) store.set('hers');
  forgetSession();
  expect([page.get(), session.get(), forgotten, told]).toEqual(['hers', 'start', ['hers'], 2]);
});
