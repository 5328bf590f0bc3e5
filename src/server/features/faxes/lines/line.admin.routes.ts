import { operatorLineSet, operatorLineSettings } from '#contract/faxes/line-settings.admin.ts';
import { operatorLineAct, operatorLineTest } from '#contract/faxes/line-settings.admin.ts';
import { operatorLineAdd, operatorLines } from '#contract/faxes/queue.admin.ts';
import { AppError } from '#server/kit/app-error.ts';
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

  mountSettings(app, admin, kinds);

  mount(app, operatorLineTest, async ({ body }) => {
    const { ms, ...health } = await admin.testLine(body.name);
    return { ok: health.ok, reason: health.ok ? '' : health.reason, ms };
  });
}

function mountSettings(app: App, admin: LineAdmin, kinds: readonly LineKind[]): void {
  mount(app, operatorLineSettings, async ({ query: { name } }) => {
    const line = (await admin.listLines()).find((one) => one.name === name);
    if (!line) throw new AppError('NOT_FOUND');
    const { pattern, priority, price, channels, hours, kind } = line;
    const config = await admin.configOf(name);
    const fields = kinds.find((known) => known.kind === kind)?.fields ?? [];
    // A setting that only the command line can change may hold a password, and replaces the console's fields.
    const byCommand = fields.some((field) => field.commandOnly && config?.[field.name] !== undefined);
    const shown = fields
      .filter(({ secret = false, commandOnly = false }) => !secret && !commandOnly)
      .map((field) => [field.name, config?.[field.name] ?? ''] as const);
    return {
      pattern,
      priority,
      price,
      channels,
      hours,
      config: config && !byCommand ? Object.fromEntries(shown) : null,
    };
  });

  mount(app, operatorLineSet, async ({ body: { name, ...change } }) => {
    allowed(await admin.setLine(name, change, kinds));
    return done;
  });
}
