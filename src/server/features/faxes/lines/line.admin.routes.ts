import {
  operatorLineAct,
  operatorLineAdd,
  operatorLineTest,
  operatorLines,
} from '#contract/faxes/queue.admin.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import type { LineAdmin } from './manage-lines.ts';

/** Mounts the console's lines; `webhookUrlOf` says where the carrier of a line reports calls. */
export function mountLineAdmin(app: App, admin: LineAdmin, webhookUrlOf: (name: string) => string): void {
  mount(app, operatorLines, async () => ({ lines: await admin.listLines() }));

  mount(app, operatorLineAdd, async ({ body }) => {
    const { name, kind } = allowed(await admin.addLine(body)).line;
    return { name, webhookUrl: kind === 'telnyx' ? webhookUrlOf(name) : null };
  });

  mount(app, operatorLineAct, async ({ body: { name, verb } }) => {
    const verbs = { drain: 'drainLine', on: 'turnOnLine', remove: 'removeLine' } as const;
    allowed(await admin[verbs[verb]](name));
    return done;
  });

  mount(app, operatorLineTest, async ({ body }) => {
    const health = await admin.testLine(body.name);
    return { ok: health.ok, reason: health.ok ? '' : health.reason };
  });
}
