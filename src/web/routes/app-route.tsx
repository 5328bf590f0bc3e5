import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { laterPage } from '#web/ui/later.tsx';

/** The frame of the mailbox pages: header, navigation and permanent polls. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: laterPage(async () => (await import('#web/shell/app-shell.tsx')).AppShell),
});
