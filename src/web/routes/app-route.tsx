import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from './root-route.tsx';

/** The frame of the mailbox pages: header, navigation and permanent polls. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('#web/shell/app-shell.tsx'), 'AppShell'),
});
