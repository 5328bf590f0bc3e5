// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { connection, noteAnswer } from './connection.ts';
import { ConnectionNotice } from './connection-notice.tsx';

let page: Rendered;
beforeEach(async () => {
  vi.useFakeTimers();
  connection.set('there');
  page = await render(<ConnectionNotice />);
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});

const said = () => page.place.querySelector('.reconnecting') !== null;
const note = async (status: number) => await act(async () => noteAnswer(status));
const wait = async (ms: number) => await act(async () => vi.advanceTimersByTime(ms));

test.each([0, 502, 503, 504])('status %i for a while is said, until an answer comes', async (status) => {
  await note(status);
  await wait(1499);
  expect(said()).toBe(false);
  await wait(1);
  expect(said()).toBe(true);
  await note(200);
  expect(said()).toBe(false);
});

test('a lost network is said although nothing is asked then', async () => {
  await act(async () => dispatchEvent(new Event('offline')));
  await wait(1500);
  expect(said()).toBe(true);
  await note(200);
  expect(said()).toBe(false);
});

test('a single lost answer is not said, and neither is an answer that is a refusal', async () => {
  await note(0);
  await wait(1000);
  await note(200);
  await wait(5000);
  await note(401);
  await note(412);
  await note(500);
  await wait(5000);
  expect(said()).toBe(false);
});
