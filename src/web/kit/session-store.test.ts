// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { growl, growlStore } from '#web/ui/growl-store.ts';
import { createStore } from '#web/ui/store.ts';
import {
  clearSession,
  currentSession,
  isLeaving,
  onSessionEnd,
  openSession,
  sessionMark,
  whileLeaving,
} from './session-store.ts';
import type { SessionEnd } from './session-store.ts';

/** Does what the browser does for the Clear-Site-Data header. */
function emptyStorage(): void {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
}

test('[AUTH-08] storage that is cleared by logging out here is not taken for a log-out in another tab', async () => {
  const ended = vi.fn<(end: SessionEnd) => void>();
  onSessionEnd(ended);
  openSession('n1', 'multifax');
  await whileLeaving(async () => {
    emptyStorage();
    expect(isLeaving()).toBe(true);
    await Promise.resolve();
  });
  expect(ended).not.toHaveBeenCalled();
  expect(currentSession().kind).toBe('multifax');
  emptyStorage();
  expect(ended).toHaveBeenCalledExactlyOnceWith('elsewhere');
  expect([isLeaving(), currentSession().token]).toEqual([false, false]);
});

test.each(['left', 'expired'] as const)(
  'the next person finds no notice and no store of the one before (%s)',
  (end) => {
    openSession('n1');
    const shown = createStore<string | null>(null, 'session');
    const stands = sessionMark();
    shown.set('Fax of 7');
    growl.wait('Deleting…');
    expect(stands()).toBe(true);
    clearSession(end);
    openSession('n1');
    expect([shown.get(), growlStore.get(), stands()]).toEqual([null, null, false]);
  },
);
