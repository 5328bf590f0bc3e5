// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { useCoverPreview } from './cover-preview.ts';

/** The pending requests for pictures: what they show, and how to respond. */
let asked: { subject: string; answer: (response: Response) => void }[];
let page: Rendered;

vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
  const { regarding } = JSON.parse(init.body) as { regarding: string };
  return await new Promise<Response>((give) => asked.push({ subject: regarding, answer: give }));
});

function Cover(props: { subject: string }) {
  const { url, failed } = useCoverPreview({ destinations: '', pages: 1, regarding: props.subject });
  return <p>{failed ? 'failed' : (url ?? 'nothing yet')}</p>;
}

beforeEach(async () => {
  vi.useFakeTimers();
  asked = [];
  let pictures = 0;
  Object.assign(URL, { createObjectURL: () => `picture ${++pictures}`, revokeObjectURL: () => undefined });
  page = await render(<Cover subject="" />);
  await later(0);
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});

const later = async (ms: number) => await act(async () => vi.advanceTimersByTimeAsync(ms));
const subjects = () => asked.map(({ subject }) => subject);
async function answer(at: number, response = new Response('GIF')) {
  await act(async () => asked[at]?.answer(response));
  await later(0);
}
const away = () => new Response('{"error":"INTERNAL"}', { status: 503 });
/** Types each text and then pauses long enough to request a picture. */
async function write(...words: string[]) {
  for (const subject of words) {
    await page.again(<Cover subject={subject} />);
    await later(200);
  }
}

test('while one drawing is under way, only the newest of what is written meanwhile follows it', async () => {
  await write('O', 'Or', 'Ord');
  expect(subjects()).toEqual(['']);
  await answer(0);
  expect(page.place.textContent).toBe('picture 1');
  expect(subjects()).toEqual(['', 'Ord']);
  await answer(1);
  expect(page.place.textContent).toBe('picture 2');
  expect(asked).toHaveLength(2);
});

test('too many drawings: waits as long as the server says, and tries again without a word', async () => {
  await answer(0);
  await write('Order');
  await answer(
    1,
    new Response('{"error":"TOO_MANY_REQUESTS"}', { status: 429, headers: { 'retry-after': '3' } }),
  );
  await later(2000);
  await write('Orders');
  expect([subjects(), page.place.textContent]).toEqual([['', 'Order'], 'picture 1']);
  await later(1000);
  expect(subjects()).toEqual(['', 'Order', 'Orders']);
  await answer(2);
  expect(page.place.textContent).toBe('picture 2');
});

test('while the server is away it is asked again after growing pauses, and at once when the browser is online again', async () => {
  await answer(0, away());
  expect(page.place.textContent).toBe('failed');
  await later(1999);
  expect(asked).toHaveLength(1);
  await later(1);
  expect(asked).toHaveLength(2);
  await answer(1, away());
  await later(3999);
  expect(asked).toHaveLength(2);
  await act(async () => void dispatchEvent(new Event('online')));
  expect(asked).toHaveLength(3);
  await answer(2);
  expect(page.place.textContent).toBe('picture 1');
  await later(120_000);
  expect(asked).toHaveLength(3);
});

test('what the server refuses is not asked again', async () => {
  await answer(0, new Response('{"error":"VALIDATION"}', { status: 400 }));
  expect(page.place.textContent).toBe('failed');
  await later(120_000);
  await act(async () => void dispatchEvent(new Event('online')));
  expect(asked).toHaveLength(1);
});

test('what cannot be drawn is told, and the next change is tried', async () => {
  await answer(0, new Response('{"error":"INTERNAL"}', { status: 500 }));
  expect(page.place.textContent).toBe('failed');
  await write('Order');
  await answer(1);
  expect(page.place.textContent).toBe('picture 1');
});
