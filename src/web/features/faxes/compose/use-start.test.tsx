// @vitest-environment jsdom
import { act } from 'react';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { renderRouter, stubWindow, until } from '#web/kit/open-page-for-test.tsx';
import type { FaxStart } from '#web/shared/faxes/compose-start.ts';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { clearGrowl, growlStore } from '#web/ui/growl-store.ts';
import { click } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { attachmentStore, draftStore, forgetDraft, identityStore } from './draft-store.ts';
import { usePrefill } from './use-prefill.ts';
import { phaseStore } from './use-send.ts';
import { useStart } from './use-start.ts';

const FILE = { id: 'k'.repeat(22), name: 'fax.tiff', size: 9, state: 'READY', photos: 'quick', pages: 3 };

const calls: { name: string; body: unknown }[] = [];
let status = 200;
/** The status of the response to a save. */
let saving = 200;
/** The preferences are returned only when this resolves. */
let settingsGate = Promise.resolve();
stubWindow(() => 1440);
vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const name = new URL(url, location.origin).pathname.split('/').at(-1) ?? '';
  calls.push({ name, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
  if (name === 'en.json') return Response.json(english);
  if (name === 'MainInterface.json') return Response.json({ id: '601', options: '', folders: {} });
  if (name === 'CoverPageSettings.json') await settingsGate;
  if (name === 'CoverPageSettings.json')
    return Response.json({
      useCoverpage: '1',
      name: 'Elaine',
      company: '',
      phone: '',
      location: '',
      templateId: '1',
    });
  if (name === 'faxDrafts') return Response.json({ success: true, data: { version: 1 } }, { status: saving });
  if (name !== 'draftFromFax') return Response.json({ success: true, data: {} });
  if (status !== 200) return Response.json({ success: false, error: 'X', message: 'No room.' }, { status });
  return Response.json({ success: true, data: FILE });
});

function Page() {
  usePrefill();
  return (
    <>
      <output>{String(useStart())}</output>
      <ConfirmHost />
    </>
  );
}

let rendered: Rendered | undefined;
let router: ReturnType<typeof routerAt>;
function routerAt() {
  const root = createRootRoute();
  const pages = ['/inbox', '/inbox/compose'].map((path) =>
    createRoute({ getParentRoute: () => root, path, ...(path === '/inbox' ? {} : { component: Page }) }),
  );
  return createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: ['/inbox?fax=1'] }),
  });
}
/** Opens compose as `useStartFax` does from an open fax. */
async function start(what: FaxStart) {
  router = routerAt();
  rendered = await renderRouter(router as never, new QueryClient());
  const state = { faxStart: { ...what, id: String(Math.random()) } } as object;
  await act(async () => await router.navigate({ to: '/inbox/compose', state } as never));
}
const over = () =>
  until(() => {
    expect(rendered?.place.querySelector('output')?.textContent).toBe('false');
    expect(router.state.location.state).not.toHaveProperty('faxStart');
  });
const answer = async (label: string) => {
  const found = await until(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] footer button')];
    const one = buttons.find(({ textContent }) => textContent === label);
    if (one === undefined) throw new Error(`no button ${label}`);
    return one;
  });
  await click(found);
};

await startI18n();
beforeEach(() => {
  calls.length = 0;
  status = 200;
  saving = 200;
  settingsGate = Promise.resolve();
  phaseStore.set({ kind: 'editing' });
  forgetDraft();
});
afterEach(async () => {
  await rendered?.close();
  clearGrowl();
});

test('a reply has the number and its subject on a cover page', async () => {
  await start({ to: ['+1 212-555-0147'], subject: 'Re: fax from 11/20/2026' });
  await over();
  expect(draftStore.get()).toMatchObject({
    numbers: ['2125550147'],
    cover: { use: true, subject: 'Re: fax from 11/20/2026' },
  });
  expect(attachmentStore.get()).toEqual([]);
  await act(async () => router.history.back());
  expect(router.state.location.href).toBe('/inbox?fax=1');
});

test('forwarded pages are a ready file, behind the cover page of the preferences', async () => {
  await start({ pages: { fid: '7', complete: false } });
  await over();
  expect(calls.find(({ name }) => name === 'draftFromFax')?.body).toEqual({ fid: '7' });
  expect(attachmentStore.get()).toMatchObject([
    { name: 'fax.tiff', fault: null, conversion: { kind: 'ready', key: FILE.id, pages: 3 } },
  ]);
  await until(() => expect(draftStore.get().cover).toMatchObject({ use: true, fromName: 'Elaine' }));
  expect(growlStore.get()).toBeNull();
});

test('what is sent again gets no second cover page, also when the preferences come later', async () => {
  const later = Promise.withResolvers<void>();
  settingsGate = later.promise;
  await start({ to: ['2125550147'], pages: { fid: '7', complete: true } });
  await over();
  later.resolve();
  await until(() => expect(draftStore.get().cover.fromName).toBe('Elaine'));
  expect(draftStore.get()).toMatchObject({ numbers: ['2125550147'], cover: { use: false } });
});

test('numbers that cannot be sent to stay as text', async () => {
  await start({ to: ['0114930123456', '2125550147'] });
  await over();
  expect(draftStore.get()).toMatchObject({ numbers: ['2125550147'], typing: '0114930123456' });
});

test('a fax that is being written is kept as a draft, and nothing is asked', async () => {
  draftStore.set({ ...draftStore.get(), numbers: ['3105550111'] });
  const { id } = identityStore.get();
  await start({ to: ['2125550147'], subject: 'Re: fax from 11/20/2026' });
  await over();
  expect(calls.find(({ name }) => name === 'faxDrafts')?.body).toMatchObject({
    id,
    content: { numbers: ['3105550111'] },
  });
  expect(draftStore.get().numbers).toEqual(['2125550147']);
  expect(identityStore.get().id).not.toBe(id);
});

test.each([
  ['Keep it', { numbers: ['3105550111'] }, 0],
  ['Replace it', { numbers: ['2125550147'] }, 1],
] as const)('a fax that can’t be saved now: %s', async (label, expected, files) => {
  saving = 503;
  draftStore.set({ ...draftStore.get(), numbers: ['3105550111'] });
  await start({ to: ['2125550147'], pages: { fid: '7', complete: false } });
  await answer(label);
  await over();
  expect(draftStore.get()).toMatchObject(expected);
  expect(attachmentStore.get()).toHaveLength(files);
  expect(calls.filter(({ name }) => name === 'draftFromFax')).toHaveLength(files);
});

test('pages that cannot be had cost nothing of the fax before', async () => {
  status = 412;
  saving = 503;
  draftStore.set({ ...draftStore.get(), numbers: ['3105550111'] });
  await start({ pages: { fid: '7', complete: false } });
  await answer('Replace it');
  await over();
  expect(growlStore.get()).toMatchObject({ kind: 'error', text: 'No room.' });
  expect(draftStore.get().numbers).toEqual(['3105550111']);
});

test('a fax that is being sent is left alone', async () => {
  phaseStore.set({ kind: 'sending', share: 0, files: [] });
  await start({ to: ['2125550147'] });
  await over();
  expect(growlStore.get()?.text).toBe('Another fax is still being sent. Try again in a moment.');
  expect(draftStore.get().numbers).toEqual([]);
});
