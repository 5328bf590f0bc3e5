import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { laterPage } from '#web/ui/later.tsx';

const component = laterPage(async () => (await import('./developers-screen.tsx')).DevelopersScreen);

/** The API reference, for everybody; its pages are in features/gateways/developers, not in this file. */
export const developersRoutes = [
  createRoute({ getParentRoute: () => root, path: '/developers', component }),
  createRoute({ getParentRoute: () => root, path: '/developers/$', component }),
] as const;
