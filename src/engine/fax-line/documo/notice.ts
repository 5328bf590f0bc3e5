import { sameSecret } from '#engine/secrets/tokens.ts';

import { digits } from '../carrier/digits.ts';
import { readUnsignedNotice, reportOf } from '../carrier/unsigned-notice.ts';
import type { CarrierNotice } from '../port.ts';
import type { DocumoClient } from './client.ts';
import type { DocumoSettings } from './settings.ts';
import { isFailed, isOver, reasonOf, seenFax } from './shapes.ts';
import type { DocumoFax } from './shapes.ts';

/** Finds the fax ID in JSON, as in the new webhooks and in a field of the older ones, or in a form field of its own. */
const FAX_ID = /"messageId"\s*:\s*"([\w-]{1,100})"|name="messageId"[^\r\n]*\r?\n\r?\n([\w-]{1,100})\r?\n/;

/**
 * Reads a webhook, which the carrier does not sign. If the line has a user and password for its webhooks, one without
 * them is refused before the carrier is asked anything (A-INBOUND-05).
 */
export async function readDocumoNotice(
  { client, login }: { client: DocumoClient; login: DocumoSettings['webhookLogin'] },
  headers: Readonly<Record<string, unknown>>,
  body: Uint8Array,
): Promise<CarrierNotice> {
  if (login && !isLogin(headers['authorization'], login))
    return { kind: 'refused', reason: 'it lacks the user and the password of the line’s webhooks' };
  const found = FAX_ID.exec(Buffer.from(body).toString('latin1'));
  return await readUnsignedNotice(
    found?.[1] ?? found?.[2],
    async (id) => await client.view(id),
    (told) => {
      if (told.direction === 'inbound') return arrival(told);
      // A fax of neither direction is queried again later: a received fax must not be mistaken for a sent one.
      if (told.direction !== 'outbound')
        return { kind: 'later', reason: 'it is neither a received fax nor one that was sent' };
      return reportOf(seenFax(told), told.resolvedDate ?? new Date());
    },
  );
}

/** Whether a header is the basic authentication of this user, compared in constant time. */
function isLogin(header: unknown, { user, password }: { user: string; password: string }): boolean {
  const given = typeof header === 'string' ? header.replace(/^basic\s+/i, '') : '';
  return sameSecret(given, Buffer.from(`${user}:${password}`).toString('base64'));
}

function arrival(told: DocumoFax): CarrierNotice {
  const { messageId, status, pagesComplete, faxCallerId, faxNumber, resolvedDate, createdAt } = told;
  // The webhook may arrive before the final state is visible, and is not repeated once accepted.
  if (!isOver(told)) return { kind: 'later' };
  const eventId = `${messageId} ${status}`;
  const failed = isFailed(told);
  if (failed && (pagesComplete ?? 0) === 0) return { kind: 'other', eventId };
  return {
    kind: 'arrival',
    eventId,
    fax: {
      faxRef: messageId,
      mediaUrl: '',
      caller: digits(faxCallerId),
      called: digits(faxNumber),
      at: resolvedDate ?? createdAt ?? new Date(),
      fault: failed ? reasonOf(told) || 'cut off' : '',
    },
  };
}
