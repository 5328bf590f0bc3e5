import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.tsx';

const component = lazyRouteComponent(() => import('./developers-screen.tsx'), 'DevelopersScreen');

/** The API reference, for everybody; its pages are in features/gateways/developers, not in this file. */
export const developersRoutes = [
  createRoute({ getParentRoute: () => root, path: '/developers', component }),
  createRoute({ getParentRoute: () => root, path: '/developers/$', component }),
] as const;
