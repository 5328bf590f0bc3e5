import { z } from 'zod';

import { listUsage } from '#contract/v1/usage.ts';
import { AppError } from '#server/kit/app-error.ts';
import { listOnWire, pageOf, placeBehind } from '#server/kit/list-page.ts';
import type { Database } from '#engine/database/port.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { checkRange } from '../multifax-usage.service.ts';
import { listPeriods } from './usage-periods.store.ts';

const PLACE = /^\d{4}-\d{2}-\d{2}\.[1-9]\d{0,14}$/u;
const MONTH_LENGTH = 'YYYY-MM'.length;

/** Mounts usage for programs; `zone` is the server zone. */
export function mountUsageApi(app: App, { db }: Pick<Database, 'db'>, zone: string): void {
  mount(app, listUsage, async ({ caller, query }) => {
    const { from, to, granularity, account, limit } = query;
    checkRange({ from, to }, 'to');
    const asked = { granularity, from, to, account: account ?? null, after: placeOf(query.after) };
    return listOnWire(
      pageOf(await listPeriods(db, caller, { ...asked, limit: limit + 1 }), limit),
      ({ accountId, day, sent, received, sentFaxes, receivedFaxes, limit: most }) => {
        const period = granularity === 'month' ? day.slice(0, MONTH_LENGTH) : day;
        return {
          object: 'usage' as const,
          id: `use_${accountId}_${period}`,
          account: `acc_${accountId}`,
          period,
          time_zone: zone,
          sent_pages: sent,
          received_pages: received,
          sent_faxes: sentFaxes,
          received_faxes: receivedFaxes,
          limit: most,
        };
      },
      ({ day, accountId }) => `${day}.${accountId}`,
    );
  });
}

function placeOf(after: string | undefined) {
  const [day, account] = placeBehind(after, PLACE)?.split('.') ?? [];
  if (day === undefined) return undefined;
  if (!z.iso.date().safeParse(day).success)
    throw new AppError('VALIDATION', { fields: { after: 'INVALID' } });
  return { day, account: Number(account) };
}
