// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { openSession } from '#web/kit/session-store.ts';
import { growlStore } from '#web/ui/growl-store.ts';
import { eventually } from '#web/ui/render-for-test.tsx';
import { offerUndo, undoable } from './undoable.ts';
import type { Inverse } from './undoable.ts';

/** The undo requests that the server received. */
let undone: unknown[] = [];
vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  if (url.includes('checkAuthToken'))
    return Response.json({ valid: true, kind: 'user', node: 'n1', expiresIn: 9 });
  undone.push(JSON.parse(init?.body as string));
  return Response.json({ success: true, data: { affected: 1, changed: ['7'] } });
});

const offer = (inverse: Inverse) =>
  offerUndo(new QueryClient(), { done: 'Done', failed: 'Failed', inverse, stale: [] });
const offerOne = () => offer({ verb: 'faxes', action: 'undelete', ids: ['7'] });
const pressUndo = () => growlStore.get()?.action?.run();

/** Starts an action on thousands of faxes that runs in parallel to all others. */
function startBulk() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = undoable(
    async () => {
      await promise;
      offer({ verb: 'selection', id: '9' });
    },
    async (work) => await work(),
  );
  return async () => {
    resolve();
    await ended;
  };
}

beforeEach(() => {
  undone = [];
  openSession('n1');
});

test('work beside others keeps no Undo waiting', async () => {
  const endBulk = startBulk();
  await undoable(async () => offerOne());
  pressUndo();
  await eventually(() => expect(undone).toEqual([{ action: 'undelete', fid: ['7'] }]));
  await endBulk();
  expect(undone).toHaveLength(1);
});

test('an Undo that waits for an action which fails does not take back what ended beside it', async () => {
  const endBulk = startBulk();
  await undoable(async () => offerOne());
  const failing = Promise.withResolvers<void>();
  const action = undoable(async () => await failing.promise);
  pressUndo();
  await endBulk();
  failing.resolve();
  await action;
  // The offer is still there.
  expect(growlStore.get()?.text).toBe('Done');
});
