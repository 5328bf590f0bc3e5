import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.tsx';

/** Around the pages of a mailbox: header, navigation, what is asked for all the time. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('#web/shell/app-shell.tsx'), 'AppShell'),
});
