import { z } from 'zod';

import type { SeenFax } from '../carrier/carrier-api.ts';
import { rowsOf } from '../carrier/listed.ts';

const text = z.string().max(4_000).nullish().catch(null);
const count = z.number().int().min(0).nullish().catch(null);

/** A fax as returned by the carrier, with the fields that we use (Fax API 3.0, schema Fax). */
export const fax = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  direction: text,
  from: text,
  to: text,
  status: text,
  errorType: text,
  errorCode: z.coerce.number().int().nullish().catch(null),
  errorMessage: text,
  numberOfPages: count,
  pagesSentSuccessfully: count,
  labels: z.record(z.string(), z.string()).nullish().catch(null),
  callbackUrl: text,
  createTime: z.coerce.date().nullish().catch(null),
  completedTime: z.coerce.date().nullish().catch(null),
});
export type SinchFax = z.output<typeof fax>;

/** The response to an order for one number: one fax, or a list of one. */
export const ordered = z.union([fax, z.tuple([fax]).transform(([only]) => only)]);

export const listed = z.object({ faxes: rowsOf(fax.extend({ id: fax.shape.id.catch('') })) });

/** The label that carries our reference. */
export const REF_LABEL = 'f2e';
/** The parameter with our reference in the webhook address, which is also returned with the fax. */
export const REF_PARAMETER = 'ref';

/** Returns our reference in a fax; null if the fax is not ours. */
function callRefOf({ labels, callbackUrl }: Pick<SinchFax, 'labels' | 'callbackUrl'>): string | null {
  const inUrl =
    callbackUrl && URL.canParse(callbackUrl) ? new URL(callbackUrl).searchParams.get(REF_PARAMETER) : null;
  const ref = labels?.[REF_LABEL] ?? inUrl ?? '';
  return /^[\w-]{1,64}$/.test(ref) ? ref : null;
}

/** Converts the fax to our terms. */
export function seenFax(told: SinchFax): SeenFax {
  const { id, status, errorType, errorCode, errorMessage, pagesSentSuccessfully } = told;
  const reason = [errorType, errorCode, errorMessage].filter((part) => part ?? '').join(' ');
  return {
    id,
    callRef: callRefOf(told),
    status: status === 'COMPLETED' ? 'delivered' : status === 'FAILURE' ? 'failed' : 'on',
    reason: reason.slice(0, 200),
    pages: pagesSentSuccessfully ?? null,
  };
}
