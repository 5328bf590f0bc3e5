// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

/** Loads the modules as a new page does. */
async function load() {
  vi.resetModules();
  const drafts = await import('./draft-store.ts');
  const session = await import('#web/kit/session-store.ts');
  return { ...drafts, ...session };
}

beforeEach(() => sessionStorage.clear());

test('numbers, one half typed, texts and files that the server has survive a reload; a file on its way is told to be gone', async () => {
  const before = await load();
  before.draftStore.set({
    ...before.draftStore.get(),
    numbers: ['2125550147'],
    typing: '212-55',
    cover: { ...before.draftStore.get().cover, use: true, subject: 'Order' },
  });
  const file = { size: 1, file: new File(['x'], 'a.pdf'), fault: null };
  before.attachmentStore.set([
    { ...file, id: '1', name: 'a.pdf', conversion: { kind: 'ready', key: 'k', pages: 2 } },
    { ...file, id: '2', name: 'b.pdf', conversion: { kind: 'uploading', share: 0.5 } },
  ]);
  const after = await load();
  expect(after.draftStore.get()).toMatchObject({
    numbers: ['2125550147'],
    typing: '212-55',
    cover: { use: true, subject: 'Order', name: '' },
  });
  expect(after.attachmentStore.get()).toMatchObject([
    { name: 'a.pdf', file: null, fault: null, conversion: { kind: 'converting', key: 'k' } },
    { name: 'b.pdf', file: null, fault: 'gone' },
  ]);
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

test('a session that expired keeps the fax for its account, and for nobody else', async () => {
  const { draftStore, claimDraft, clearSession, openSession } = await load();
  openSession('n1');
  claimDraft('601');
  draftStore.set({ ...draftStore.get(), numbers: ['2125550147'] });
  clearSession('expired');
  expect(draftStore.get().numbers).toEqual([]);
  claimDraft('601');
  expect(draftStore.get().numbers).toEqual(['2125550147']);
  clearSession('expired');
  claimDraft('602');
  expect(draftStore.get().numbers).toEqual([]);
  claimDraft('601');
  expect(draftStore.get().numbers).toEqual([]);
});

test('what a page that is being left still does costs nothing of the fax that waits for its writer', async () => {
  const { draftStore, attachmentStore, claimDraft, clearSession, openSession } = await load();
  openSession('n1');
  claimDraft('601');
  draftStore.set({ ...draftStore.get(), numbers: ['2125550147'] });
  clearSession('expired');
  // «Send» was refused; and the cover page starts with the preferences, as for every new fax.
  attachmentStore.set([]);
  draftStore.set({ ...draftStore.get(), prefilled: true });
  // Signing in first clears the existing state.
  clearSession();
  openSession('n2');
  claimDraft('601');
  expect(draftStore.get()).toMatchObject({ numbers: ['2125550147'], prefilled: false });
  draftStore.set({ ...draftStore.get(), numbers: ['2125550148'] });
  expect(sessionStorage.getItem('f2e.compose')).toContain('2125550148');
  clearSession();
  expect(sessionStorage.getItem('f2e.compose')).toBeNull();
});

test('a session that expired in another tab keeps the fax of this one', async () => {
  const { draftStore, claimDraft, openSession } = await load();
  openSession('n1');
  claimDraft('601');
  draftStore.set({ ...draftStore.get(), numbers: ['2125550147'] });
  localStorage.setItem('f2e.expired', 'true');
  localStorage.removeItem('f2e.token');
  dispatchEvent(new StorageEvent('storage', { key: 'f2e.token' }));
  expect(draftStore.get().numbers).toEqual([]);
  openSession('n2');
  claimDraft('601');
  expect(draftStore.get().numbers).toEqual(['2125550147']);
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
