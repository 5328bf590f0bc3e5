// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** The modules as a page loads them. */
async function load() {
  vi.resetModules();
  const drafts = await import('./draft-store.ts');
  const session = await import('#web/kit/session-store.ts');
  return { ...drafts, ...session };
}

beforeEach(() => sessionStorage.clear());

test('numbers and texts survive a reload, files do not', async () => {
  const before = await load();
  before.draftStore.set({
    numbers: ['2125550147'],
    cover: { ...before.draftStore.get().cover, use: true, subject: 'Order' },
  });
  before.attachmentStore.set([{ id: '1', file: new File(['x'], 'a.pdf'), fault: null }]);
  const after = await load();
  expect(after.draftStore.get()).toMatchObject({
    numbers: ['2125550147'],
    cover: { use: true, subject: 'Order', name: '' },
  });
  expect(after.attachmentStore.get()).toEqual([]);
});

test('a draft belongs to its session: signing out takes it away', async () => {
  const { draftStore, clearSession, openSession } = await load();
  openSession('n1');
  draftStore.set({ ...draftStore.get(), numbers: ['2125550147'] });
  expect(sessionStorage).toHaveLength(1);
  clearSession();
  expect(draftStore.get().numbers).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
});

test('signing out in another tab takes the draft of this tab away too', async () => {
  const { draftStore, openSession } = await load();
  openSession('n1');
  draftStore.set({ ...draftStore.get(), numbers: ['2125550147'] });
  localStorage.removeItem('f2e.token');
  dispatchEvent(new StorageEvent('storage', { key: 'f2e.token' }));
  expect(draftStore.get().numbers).toEqual([]);
});

test('something else under the same name is no draft', async () => {
  sessionStorage.setItem('f2e.compose', '{nonsense');
  expect((await load()).draftStore.get().numbers).toEqual([]);
});
