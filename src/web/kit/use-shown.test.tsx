// @vitest-environment jsdom
import { act } from 'react';
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { renderRouter, stubWindow } from './open-page-for-test.tsx';
import { useShown } from './use-shown.ts';

it('a page that is being left does not count as shown, although it stays until the next one has loaded', async () => {
  stubWindow();
  let shown: { readonly current: boolean } = { current: false };
  function List() {
    shown = useShown();
    return <p>the list</p>;
  }
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: '/list', component: List });
  const form = createRoute({
    getParentRoute: () => root,
    path: '/form',
    loader: async () => await loaded,
    component: () => <p>the form</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([list, form]),
    history: createMemoryHistory({ initialEntries: ['/list'] }),
    defaultPendingMs: 60_000,
  });
  const { place, close } = await renderRouter(router);
  expect(place.textContent).toContain('the list');
  expect(shown.current).toBe(true);

  await act(async () => await router.navigate({ to: '/list', search: { q: 'c' } as never }));
  expect(shown.current).toBe(true);

  const left = router.navigate({ to: '/form' });
  await expect.poll(() => router.latestLocation.pathname).toBe('/form');
  expect(place.textContent).toContain('the list');
  expect(shown.current).toBe(false);
  await act(async () => {
    load();
    await left;
  });
  expect(place.textContent).toContain('the form');
  expect(shown.current).toBe(false);
  await close();
});
