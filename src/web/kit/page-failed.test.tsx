// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
} from '@tanstack/react-router';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { startFalseServer } from './false-server-for-test.tsx';
import { startI18n } from './i18n.ts';
import { push, renderRouter, stubWindow, until } from './open-page-for-test.tsx';
import { PageFailed } from './page-failed.tsx';
import { laterPage } from '#web/ui/later.tsx';

stubWindow();
startFalseServer({});
await startI18n();

const Notes = () => <h1>Notes</h1>;

function appWith(load: () => Promise<typeof Notes>) {
  const root = createRootRoute({
    component: () => (
      <>
        <input aria-label="Typed" />
        <Outlet />
      </>
    ),
  });
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Start</p> });
  const notes = createRoute({ getParentRoute: () => root, path: '/notes', component: laterPage(load) });
  return createRouter({
    routeTree: root.addChildren([start, notes]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultErrorComponent: PageFailed,
  });
}

test('a page that could not be fetched says so beside what was typed, and another try fetches it', async () => {
  const load = vi.fn<() => Promise<typeof Notes>>().mockResolvedValue(Notes);
  const away = new TypeError('Failed to fetch dynamically imported module: notes.js');
  load.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  const router = appWith(load);
  const { place, close } = await renderRouter(router);
  await until(() => expect(place.textContent).toContain('Start'));
  const field = place.querySelector('input');
  if (field !== null) field.value = 'Dear Anna';
  await act(async () => router.navigate({ to: '/notes' }));
  const failed = () => expect(place.textContent).toContain('This page couldn’t be loaded.');
  await until(failed);
  await push('Try again');
  await until(failed);
  expect(load).toHaveBeenCalledTimes(2);
  await push('Try again');
  await until(() => expect(place.querySelector('h1')?.textContent).toBe('Notes'));
  expect(place.querySelector('input')?.value).toBe('Dear Anna');
  await close();
});
