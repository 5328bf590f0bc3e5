import {
  operatorLineAct,
  operatorLineAdd,
  operatorLineTest,
  operatorLines,
} from '#contract/faxes/queue.admin.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import type { LineKind } from '#engine/fax-line/kind-port.ts';

import type { LineAdmin } from './manage-lines.ts';

/** Mounts the console's lines; `kinds` are those that can be added. */
export function mountLineAdmin(app: App, admin: LineAdmin, kinds: readonly LineKind[]): void {
  const asked = kinds.map(({ kind, label, fields }) => ({
    kind,
    label,
    fields: fields
      .filter(({ commandOnly = false }) => !commandOnly)
      .map(({ name, label: of, hint = '', secret = false, required = false }) => ({
        name,
        label: of,
        hint,
        secret,
        required,
      })),
  }));
  mount(app, operatorLines, async () => ({ lines: await admin.listLines(), kinds: asked }));

  mount(app, operatorLineAdd, async ({ body }) => {
    const { name, webhookUrl } = allowed(await admin.addLine(body)).line;
    return { name, webhookUrl };
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
