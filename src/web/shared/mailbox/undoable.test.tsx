// @vitest-environment jsdom
import { act } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import { startI18n } from '#web/kit/i18n.ts';
import { clearGrowl, growl, growlStore, pauseGrowl, resumeGrowl } from '#web/ui/growl-store.ts';
import { GrowlHost } from '#web/ui/growl.tsx';
import { click, eventually, find, press, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../locales/en.json';
import { offerUndo, UNDO_MS, undoable, useUndo } from './undoable.ts';
import type { Inverse } from './undoable.ts';

/** The requests that the server received, and its responses. */
const server: {
  bodies: unknown[];
  status: number;
  reply: object;
  /** Until this resolves, the server does not respond. */
  hold: { promise: Promise<void>; resolve: () => void } | null;
} = { bodies: [], status: 200, reply: {}, hold: null };
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  if (url.includes('en.json')) return json(english);
  if (url.includes('checkAuthToken')) return json({ valid: true, kind: 'user', node: 'n1', expiresIn: 9 });
  server.bodies.push(JSON.parse(init?.body as string));
  await server.hold?.promise;
  return server.status === 200
    ? json({ success: true, data: server.reply })
    : json({ success: false, error: 'X', message: 'Words.' }, server.status);
});

const client = new QueryClient();
const inverse: Inverse = { verb: 'faxes', action: 'undelete', ids: ['7', '8'] };
const DELETED = { done: '2 faxes deleted', failed: 'Do it yourself.', inverse, stale: ['inbox'] };
const offer = (show?: () => void) =>
  act(async () => await undoable(async () => offerUndo(client, DELETED, show)));

function Shell() {
  useUndo();
  return (
    <>
      <input aria-label="Search" />
      <input aria-label="Check" type="checkbox" />
      <GrowlHost closeLabel="Close" />
    </>
  );
}

let page: Rendered;
const openShell = async () => {
  page = await render(
    <QueryClientProvider client={client}>
      <Shell />
    </QueryClientProvider>,
  );
};
const undoButton = () => find(page.place, '.growl-do');
const shown = () => growlStore.get()?.text ?? null;
const ctrlZ = (target: Element) => press(target, 'z', { ctrlKey: true });
const settle = async () =>
  await act(async () => await eventually(() => expect(growlStore.get()?.kind).not.toBe('wait')));

await startI18n();
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(server, { bodies: [], status: 200, hold: null, reply: { affected: 2, changed: ['7', '8'] } });
  openSession('n1');
  await openShell();
});
afterEach(async () => {
  await act(async () => clearGrowl());
  await page.close();
  sessionStorage.clear();
  vi.useRealTimers();
});
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));

test('the notice offers Undo for ten seconds, longer while it is pointed at, in a live region', async () => {
  await offer();
  expect(find(page.place, 'output .growl').textContent).toContain('2 faxes deleted');
  expect(undoButton().getAttribute('aria-keyshortcuts')).toBe('Control+Z');
  await pass(UNDO_MS - 100);
  expect(shown()).toBe('2 faxes deleted');
  pauseGrowl();
  await pass(60_000);
  expect(shown()).toBe('2 faxes deleted');
  resumeGrowl();
  await pass(200);
  expect(shown()).toBeNull();
  await ctrlZ(document.body);
  expect(server.bodies).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

test('the button and Ctrl+Z take the action back once, show it at once, and say so', async () => {
  for (const undo of [() => click(undoButton()), () => ctrlZ(find(page.place, '[aria-label=Check]'))]) {
    server.bodies = [];
    const order: string[] = [];
    await offer(() => order.push(`shown before ${server.bodies.length} calls`));
    await undo();
    await ctrlZ(document.body);
    await settle();
    expect([order, shown()]).toEqual([['shown before 0 calls'], 'Undone']);
    expect(server.bodies).toEqual([{ action: 'undelete', fid: ['7', '8'] }]);
  }
});

test('Ctrl+Z in a field, with other keys, or under a question stays with the browser', async () => {
  await offer();
  await ctrlZ(find(page.place, '[aria-label=Search]'));
  await press(document.body, 'z', { ctrlKey: true, shiftKey: true });
  await press(document.body, 'z');
  const question = document.body.appendChild(document.createElement('div'));
  question.dataset['modal'] = '';
  await ctrlZ(document.body);
  question.remove();
  expect([server.bodies, shown()]).toEqual([[], '2 faxes deleted']);
});

test('another notice covers the offer but does not end it; closing the offer does', async () => {
  await offer();
  await act(async () => void growl.success('Something else'));
  await pass(3000);
  expect(shown()).toBeNull();
  await ctrlZ(document.body);
  await settle();
  expect(server.bodies).toHaveLength(1);
  await offer();
  await click(find(page.place, '.growl-x'));
  await ctrlZ(document.body);
  expect(server.bodies).toHaveLength(1);
});

test('a reload within the ten seconds keeps the offer, a later one or another person does not', async () => {
  const reload = async () => {
    await page.close();
    // A new page has only what the tab has stored.
    const stored = sessionStorage.getItem('f2e.undo') ?? '';
    await act(async () => clearGrowl());
    sessionStorage.setItem('f2e.undo', stored);
    await openShell();
  };
  await offer();
  await pass(4000);
  await reload();
  expect(shown()).toBe('2 faxes deleted');
  await pass(5000);
  await click(undoButton());
  await settle();
  expect(server.bodies).toEqual([{ action: 'undelete', fid: ['7', '8'] }]);
  await offer();
  const old = sessionStorage.getItem('f2e.undo') ?? '';
  await pass(UNDO_MS + 100);
  sessionStorage.setItem('f2e.undo', old);
  await page.close();
  await openShell();
  expect(shown()).toBeNull();
  await offer();
  clearSession();
  expect(sessionStorage.getItem('f2e.undo')).toBeNull();
});

test('an action on what Undo has brought back waits for the answer to Undo', async () => {
  await offer();
  server.hold = Promise.withResolvers<void>();
  await ctrlZ(document.body);
  const again = vi.fn<() => Promise<void>>(async () => undefined);
  const action = undoable(again);
  await act(async () => await eventually(() => expect(server.bodies).toHaveLength(1)));
  expect(again).not.toHaveBeenCalled();
  await act(async () => {
    server.hold?.resolve();
    await action;
  });
  expect(again).toHaveBeenCalledOnce();
});

test('Ctrl+Z before an action is done waits for it and takes it back, never the action before', async () => {
  const archived: Inverse = { verb: 'faxes', action: 'from_archive', ids: ['5'] };
  for (const ends of ['done', 'refused']) {
    server.bodies = [];
    await offer();
    const answer = Promise.withResolvers<void>();
    const action = undoable(async () => {
      await answer.promise;
      if (ends === 'done') offerUndo(client, { ...DELETED, inverse: archived });
    });
    await ctrlZ(document.body);
    await ctrlZ(document.body);
    expect(server.bodies).toEqual([]);
    await act(async () => {
      answer.resolve();
      await action;
    });
    await settle();
    const undone = ends === 'done' ? [{ action: 'from_archive', fid: ['5'] }] : [];
    expect(server.bodies).toEqual(undone);
  }
});

test('when it fails, or does so in part, the notice says what to do', async () => {
  for (const answer of [{ status: 404 }, { reply: { affected: 1, changed: ['7'] } }]) {
    Object.assign(server, { status: 200, ...answer });
    await offer();
    await ctrlZ(document.body);
    await settle();
    expect(growlStore.get()).toMatchObject({ kind: 'error', text: 'Do it yourself.' });
  }
});

const takeBack = async (one: Inverse) => {
  const words = { done: 'Done', failed: 'No.' };
  await act(async () => await undoable(async () => offerUndo(client, { ...words, inverse: one, stale: [] })));
  await ctrlZ(document.body);
  await settle();
  return shown();
};

test('contacts come back 500 at a time; numbers are blocked and unblocked one by one', async () => {
  const ids = Array.from({ length: 1200 }, (_, i) => String(i));
  server.reply = { restored: Array.from({ length: 400 }, String) };
  expect(await takeBack({ verb: 'contacts', ids })).toBe('Undone');
  expect(server.bodies.map((body) => (body as { faxnumids: string[] }).faxnumids.length)).toEqual([
    500, 500, 200,
  ]);
  server.bodies = [];
  expect(await takeBack({ verb: 'block', entries: ['212-555-0100', 'BAD CSID'] })).toBe('Undone');
  expect(await takeBack({ verb: 'unblock', entries: ['12'] })).toBe('Undone');
  expect(server.bodies).toEqual([{ faxnum: '212-555-0100' }, { faxnum: 'BAD CSID' }, { faxnum: '12' }]);
});
