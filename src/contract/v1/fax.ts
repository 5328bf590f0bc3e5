import { z } from 'zod';

import { idIn, timestamp } from './define.ts';

/** The states of a fax; the last five are final. */
export const FAX_STATUSES = [
  'queued',
  'scheduled',
  'converting',
  'sending',
  'waiting',
  'delivered',
  'failed',
  'cancelled',
  'uncertain',
  'received',
] as const;
/** The state of a fax on the wire. */
export type FaxStatus = (typeof FAX_STATUSES)[number];

/** The id of a fax in a path. */
export const faxIdIn = idIn('fax');

/** Why a fax did not arrive, or is still waiting. */
const faxError = z.object({
  code: z.string().describe('Why: `busy`, `no_answer`, `dropped` …; it never changes its meaning.'),
  retryable: z.boolean().describe('Whether sending it again may help.'),
  detail: z.string(),
});

/** A fax, sent or received. An outgoing fax to several numbers is one object per number. */
export const faxObject = z.object({
  object: z.literal('fax'),
  id: z.string(),
  account: z.string(),
  direction: z.enum(['outbound', 'inbound']),
  status: z.enum(FAX_STATUSES),
  test: z.boolean().describe('Sent with a test key: no telephone line was used and nothing is charged.'),
  from: z.string().nullable().describe('E.164; null where the caller sent no number.'),
  to: z.string().describe('E.164.'),
  pages: z.number().int().nullable().describe('Null while the files are being converted.'),
  pages_confirmed: z.number().int().describe('Pages that the other machine has confirmed.'),
  attempts: z.number().int().describe('Calls made so far.'),
  created_at: timestamp,
  send_at: timestamp.nullable().describe('When a scheduled fax, or the next attempt, is due.'),
  finished_at: timestamp.nullable(),
  error: faxError.nullable(),
  read: z.boolean().describe('Whether a received fax is marked as read; true for sent ones.'),
  part_of: z
    .string()
    .nullable()
    .describe(
      'Of a part of a received fax that was split at separator pages: the whole fax, which may have been deleted since; null for all others.',
    ),
  parts: z
    .array(z.string())
    .describe(
      'Of a received fax that was split: its parts that are not deleted, in order; empty for all others.',
    ),
  client_ref: z.string().nullable().describe('Your own reference, as it was sent.'),
  metadata: z.record(z.string(), z.string()),
  document: z
    .object({ sha256: z.string(), bytes: z.number().int() })
    .nullable()
    .describe('Of the TIFF of its pages; null while there are none.'),
});
