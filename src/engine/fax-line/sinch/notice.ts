import { digits } from '../carrier/digits.ts';
import { readUnsignedNotice, reportOf } from '../carrier/unsigned-notice.ts';
import type { CarrierNotice } from '../port.ts';
import type { SinchClient } from './client.ts';
import { seenFax } from './shapes.ts';
import type { SinchFax } from './shapes.ts';

/** Finds the fax at the beginning of a webhook, as JSON or in a form; the file follows. */
const FAX_ID =
  /"fax"\s*:\s*\{[^{}]*?"id"\s*:\s*"([\w-]{1,100})"|name="fax"[^{]{0,200}\{[^{}]*?"id"\s*:\s*"([\w-]{1,100})"/;

/** Reads a webhook, which the carrier does not sign. */
export async function readSinchNotice(client: SinchClient, body: Uint8Array): Promise<CarrierNotice> {
  const found = FAX_ID.exec(Buffer.from(body).toString('latin1'));
  const view = async (id: string) => await client.view(id);
  return await readUnsignedNotice(found?.[1] ?? found?.[2], view, (told) =>
    told.direction === 'INBOUND' ? arrival(told) : reportOf(seenFax(told), told.completedTime ?? new Date()),
  );
}

function arrival(told: SinchFax): CarrierNotice {
  const { id, status, numberOfPages, errorMessage, from, to, completedTime, createTime } = told;
  const eventId = `${id} ${status}`;
  const failed = status === 'FAILURE';
  // The webhook may arrive before the final state is visible, and is not repeated once accepted.
  if (status !== 'COMPLETED' && !failed) return { kind: 'later' };
  if (failed && (numberOfPages ?? 0) === 0) return { kind: 'other', eventId };
  return {
    kind: 'arrival',
    eventId,
    fax: {
      faxRef: id,
      mediaUrl: '',
      caller: digits(from),
      called: digits(to),
      at: completedTime ?? createTime ?? new Date(),
      fault: failed ? (errorMessage ?? 'cut off') : '',
    },
  };
}
