import { apiHealth } from '#contract/v1/health.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Health } from './health.service.ts';

/** Mounts the health as programs see it: without names of lines, hosts, settings or converters. */
export function mountHealthApi(app: App, health: Health): void {
  mount(app, apiHealth, async () => {
    const [{ ready, converters }, takesCalls] = await Promise.all([health.readiness(), health.takesCalls()]);
    const sending = takesCalls ? ('ok' as const) : ('waiting' as const);
    const works = converters.sandbox !== 'unknown' && converters.unavailable.length === 0;
    const conversion = works ? ('ok' as const) : ('limited' as const);
    return {
      object: 'health' as const,
      status: ready && sending === 'ok' && works ? ('ok' as const) : ('degraded' as const),
      sending,
      conversion,
      storage: ready ? ('ok' as const) : ('degraded' as const),
    };
  });
}
