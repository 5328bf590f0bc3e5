import { dashboard } from '#contract/mailbox/dashboard.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { DashboardService } from './dashboard.service.ts';

/** Mounts the dashboard (spec http-api 4.6). */
export function mountDashboard(app: App, dashboards: DashboardService): void {
  mount(app, dashboard, async ({ caller }) => await dashboards.read(caller.accountId));
}
