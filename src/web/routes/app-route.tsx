import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { laterPage } from '#web/ui/later.tsx';

/** Around the pages of a mailbox: header, navigation, what is asked for all the time. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: laterPage(async () => (await import('#web/shell/app-shell.tsx')).AppShell),
});
