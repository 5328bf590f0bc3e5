import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { laterPage } from '#web/ui/later.tsx';

const component = laterPage(
  async () => (await import('#web/features/operations/console/operator-shell.tsx')).OperatorShell,
);
/** Filter and page of a list, as they stand in the address. */
const validateSearch = (raw: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, String(value)]));

/** The console of who runs the installation; its own places are in features/operator, none of them in this file. */
export const operatorRoutes = [
  createRoute({ getParentRoute: () => root, path: '/operator', validateSearch, component }),
  createRoute({ getParentRoute: () => root, path: '/operator/$', validateSearch, component }),
] as const;
