import { operatorLineAct, operatorLineTest, operatorLines } from '#contract/operator-queue.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import type { LineAdmin } from './manage-lines.ts';

/** Mounts the console's lines. */
export function mountLineDesk(app: App, admin: LineAdmin): void {
  mount(app, operatorLines, async () => ({ lines: await admin.listLines() }));

  mount(app, operatorLineAct, async ({ body }) => {
    allowed(body.verb === 'drain' ? await admin.drainLine(body.name) : await admin.turnOnLine(body.name));
    return done;
  });

  mount(app, operatorLineTest, async ({ body }) => {
    const health = await admin.testLine(body.name);
    return { ok: health.ok, reason: health.ok ? '' : health.reason };
  });
}
