import { normalizeNumber } from '#contract/kit/fax-number.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import {
  operatorUnrouted,
  operatorUnroutedAct,
  operatorUnroutedLook,
} from '#contract/faxes/unrouted.admin.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed, refusal } from '#server/kit/operator-refusal.ts';

import type { UnroutedFaxes } from './unrouted.ts';

/** Mounts the console's calls for faxes to numbers that nobody has. `zone` is the server's. */
export function mountUnroutedAdmin(app: App, { faxes, zone }: { faxes: UnroutedFaxes; zone: string }): void {
  mount(app, operatorUnrouted, async ({ query }) => {
    const limit = query['per-page'];
    const list = await faxes.list({ limit, offset: (query['current-page'] - 1) * limit });
    return {
      rows: list.faxes.map(({ id, at, ...fax }) => ({
        ...fax,
        id: String(id),
        at: formatWireTime(at, zone),
      })),
      total: list.total,
    };
  });

  mount(app, operatorUnroutedLook, async ({ body: { id, page } }) => {
    const { pages, gif } = allowed(await faxes.look(id, page));
    return { pages, gif: Buffer.from(gif).toString('base64') };
  });

  mount(app, operatorUnroutedAct, async ({ body }) => {
    if (body.verb === 'route') allowed(await faxes.route(body.id, normalizeNumber(body.number)));
    else if (!(await faxes.discard(body.id)))
      throw refusal(`There is no fax ${body.id} that waits for a number.`);
    return done;
  });
}
