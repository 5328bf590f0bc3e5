import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

import { exportFileName, faxUsage, usageDays, usageExport } from '#contract/customers/usage.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { MultifaxUsage } from './multifax-usage.service.ts';
import type { DayRange } from './usage.store.ts';

/** Mounts usage, its export and its days (spec http-api 8.11, 12.16). */
export function mountMultifaxUsage(app: App, usage: MultifaxUsage): void {
  mount(app, faxUsage, async ({ caller, query, reply }) => {
    const range = rangeOf(query);
    if (query.detailed)
      return await stream(
        reply.type('application/json; charset=utf-8'),
        await usage.json(caller.parentId, range),
      );
    const limit = query['per-page'];
    const offset = (query['current-page'] - 1) * limit;
    return await usage.list(caller.parentId, range, { sort: query.sort, order: query.order, offset, limit });
  });
  mount(app, usageDays, async ({ caller, query }) => await usage.days(caller.parentId, rangeOf(query)));
  mount(app, usageExport, async ({ caller, query, reply }) => {
    const pieces = usage.text(caller.parentId, rangeOf(query));
    reply.type('text/plain; charset=utf-8');
    const name = exportFileName(query.startDate, query.endDate);
    return await stream(reply.header('content-disposition', `attachment; filename="${name}"`), pieces);
  });
}

/** Sends the pieces as fast as the reader accepts them; only a few batches are read ahead. */
async function stream(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<FastifyReply> {
  return await reply.send(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }));
}

function rangeOf({ startDate, endDate }: { startDate: string; endDate: string }): DayRange {
  return { from: startDate, to: endDate };
}
