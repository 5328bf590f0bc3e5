import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { laterPage } from '#web/ui/later.tsx';

const component = laterPage(
  async () => (await import('#web/features/operations/console/operator-shell.tsx')).OperatorShell,
);
/** Reads the filter and page of a list from the address. */
const validateSearch = (raw: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, String(value)]));

/** The console for operators of the installation; its pages are in features/operations/console, not in this file. */
export const operatorRoutes = [
  createRoute({ getParentRoute: () => root, path: '/operator', validateSearch, component }),
  createRoute({ getParentRoute: () => root, path: '/operator/$', validateSearch, component }),
] as const;
