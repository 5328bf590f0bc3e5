import { z } from 'zod';

import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { updateNotice } from './brand-notices.store.ts';
import { webAddress } from '#server/kit/value-types.ts';

/** The two notices that a brand may show on the dashboard (spec decisions 4.10), or that one is turned off. */
export type NoticeInput =
  | { notice: 'billingPortal'; url: string }
  | { notice: 'serviceTransfer'; deadline: string }
  | { notice: 'billingPortal' | 'serviceTransfer'; off: true };

const day = z.iso.date();

/** Shows or hides a notice; returns the reason if it is refused, else null. */
export async function setNotice(
  database: Database,
  brandId: number,
  input: NoticeInput,
): Promise<string | null> {
  const fault = faultOf(input);
  if (fault) return fault;
  const done = await database.transaction(async (tx) => {
    if (!(await updateNotice(tx, brandId, input.notice, valueOf(input)))) return false;
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: 'brand.notice',
      object: `brand/${brandId}`,
      detail: { ...input },
    });
    return true;
  });
  return done ? null : `There is no brand ${brandId}.`;
}

function faultOf(input: NoticeInput): string | null {
  if ('off' in input) return null;
  const value = 'url' in input ? input.url : input.deadline;
  const { success } = 'url' in input ? webAddress.safeParse(value || ' ') : day.safeParse(value);
  return success ? null : `“${value}” is no ${'url' in input ? 'web address' : 'day like 2027-02-28'}.`;
}

/** Returns the value to store; null for a notice that is off, so that its defaults apply. */
function valueOf(input: NoticeInput): object | null {
  if ('url' in input) return { enabled: true, url: input.url };
  return 'deadline' in input ? { enabled: true, deadline: input.deadline } : null;
}

const stored = z.object({
  billingPortal: z.object({ enabled: z.boolean(), url: z.string().default('') }).optional(),
  serviceTransfer: z.object({ enabled: z.boolean(), deadline: z.string().default('') }).optional(),
});

/** Returns the notices that a brand shows; empty for a notice that is off. */
export function noticesOf(notices: unknown): { billingPortal: string; serviceTransfer: string } {
  const { billingPortal, serviceTransfer } = stored.catch({}).parse(notices);
  return {
    billingPortal: billingPortal?.enabled ? billingPortal.url : '',
    serviceTransfer: serviceTransfer?.enabled ? serviceTransfer.deadline : '',
  };
}
