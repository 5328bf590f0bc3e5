import { operatorFigures } from '#contract/operations/figures.admin.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Database } from '#engine/database/port.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { HOURS, daysOf, readFigures, readReasons, readStoredAt, stretch } from './figures.store.ts';

/** Mounts the figures of the overview. Days are those of `zone`, the server zone. */
export function mountFigures(
  app: App,
  { database: { db }, zone }: { database: Database; zone: string },
): void {
  mount(app, operatorFigures, async ({ query }) => {
    const parts = await readFigures(db, query.span === '24h' ? HOURS : daysOf(zone));
    const [from = new Date(), to = new Date()] = [parts[0]?.from, parts.at(-1)?.to];
    const length = to.getTime() - from.getTime();
    const [[now], [before], reasons, storedAt] = await Promise.all([
      readFigures(db, stretch(from, to)),
      readFigures(db, stretch(new Date(from.getTime() - length), from)),
      readReasons(db, from),
      readStoredAt(db),
    ]);
    // Every requested stretch has a row.
    if (!now || !before) throw new Error('no figures');
    return {
      parts: parts.map((part) => ({
        ...part,
        from: formatWireTime(part.from, zone),
        to: formatWireTime(part.to, zone),
      })),
      now,
      before,
      reasons,
      storedAt: storedAt && formatWireTime(storedAt, zone),
    };
  });
}
