import { z } from 'zod';

/** An event about a fax; HIPAA accounts, which handle health records, get only its ids. */
const fax = (direction: 'inbound' | 'outbound', status: string, more: z.ZodRawShape = {}) =>
  z.object({
    object: z.literal('fax'),
    id: z.string().describe('The fax, for `GET /v1/faxes/{id}`.'),
    account: z.string(),
    direction: z.literal(direction).optional(),
    status: z.literal(status).optional(),
    pages: z.number().int().nullable().optional().describe('Null while the file is being converted.'),
    ...more,
  });

/** Only for sent faxes. */
const test = {
  test: z
    .literal(true)
    .optional()
    .describe('Sent with a test key: nothing was called. Left out for real faxes.'),
};

const confirmed = {
  ...test,
  pages_confirmed: z.number().int().optional().describe('Pages that the other machine has confirmed.'),
};

const account = z.object({
  object: z.literal('account'),
  id: z.string(),
  status: z.enum(['pending', 'active', 'suspended', 'closed']),
});

/** The data of each type of event, and when it happens. Data is minimal: programs read details with the key. */
export const EVENT_DATA = {
  'fax.received': fax('inbound', 'received').describe('A fax came in.'),
  'fax.recognized': z
    .object({
      object: z.literal('fax'),
      id: z.string().describe('The fax, for `GET /v1/faxes/{id}/text`.'),
      account: z.string(),
      barcodes: z
        .array(z.object({ page: z.number().int(), format: z.string(), text: z.string() }))
        .optional()
        .describe('Barcodes and QR codes on its pages, at most 20.'),
    })
    .describe('The text and the barcodes of a fax of the last day have been recognized.'),
  'fax.queued': fax('outbound', 'queued', test).describe('A fax was accepted for sending.'),
  'fax.delivered': fax('outbound', 'delivered', confirmed).describe('The other machine confirmed all pages.'),
  'fax.failed': fax('outbound', 'failed', {
    ...confirmed,
    error_code: z.string().nullable().optional(),
  }).describe('A fax was given up.'),
  'fax.uncertain': fax('outbound', 'uncertain', confirmed).describe(
    'The call broke off, so it is unknown whether the rest arrived; a person decides.',
  ),
  'fax.cancelled': fax('outbound', 'cancelled', confirmed).describe('A fax was canceled before it was sent.'),
  'delivery.failed': z
    .object({
      object: z.literal('delivery'),
      channel: z.enum(['email', 'sftp', 'egnyte']),
      fax: z.string().nullable().describe('Null where the whole storage does not work.'),
      account: z.string(),
      reason: z.string().nullable().optional(),
    })
    .describe(
      'A mail about a fax, or a copy of it, did not reach its mailbox or storage; the fax is kept in the account.',
    ),
  'usage.threshold': z
    .object({
      object: z.literal('usage'),
      account: z.string(),
      month: z.string().describe('YYYY-MM, in the time zone of the service.'),
      percent: z.union([z.literal(80), z.literal(100)]),
      pages: z.number().int().optional().describe('Sent and received so far.'),
      limit: z.number().int().optional(),
    })
    .describe(
      'An account has used 80 or 100 percent of the pages of its month. Each is told once a month; 80 is left out where one fax passes both.',
    ),
  'account.created': account.describe('An account was added to the administrator.'),
  'account.closed': account.describe('An account of the administrator was closed.'),
  'webhook.disabled': z
    .object({
      object: z.literal('webhook'),
      id: z.string(),
      reason: z.enum(['gone', 'failing', 'operator']),
    })
    .describe(
      'We stopped posting to an endpoint: it answered 410, failed for five days, or the operator turned it off.',
    ),
  'webhook.test': z
    .object({ object: z.literal('webhook'), id: z.string() })
    .describe('A test event was sent to an endpoint.'),
} as const;

/** A type of event. */
export type EventType = keyof typeof EVENT_DATA;

/** All types of events, in the order of the reference. */
export const EVENT_TYPES = Object.keys(EVENT_DATA) as [EventType, ...EventType[]];

const sampleFax = (direction: string, status: string, more = {}) => ({
  object: 'fax',
  id: 'fax_48211',
  account: 'acc_311',
  direction,
  status,
  pages: 3,
  ...more,
});

/** An example of each type; a test parses them with the schemas above. */
export const EVENT_SAMPLES: Readonly<Record<EventType, object>> = {
  'fax.received': sampleFax('inbound', 'received'),
  'fax.recognized': {
    object: 'fax',
    id: 'fax_48211',
    account: 'acc_311',
    barcodes: [{ page: 1, format: 'Code128', text: 'INV-2026-118734' }],
  },
  'fax.queued': sampleFax('outbound', 'queued', { pages: null }),
  'fax.delivered': sampleFax('outbound', 'delivered', { pages_confirmed: 3 }),
  'fax.failed': sampleFax('outbound', 'failed', { pages_confirmed: 0, error_code: 'busy' }),
  'fax.uncertain': sampleFax('outbound', 'uncertain', { pages_confirmed: 2 }),
  'fax.cancelled': sampleFax('outbound', 'cancelled', { pages_confirmed: 0 }),
  'delivery.failed': {
    object: 'delivery',
    channel: 'sftp',
    fax: 'fax_48211',
    account: 'acc_311',
    reason: 'document_gone',
  },
  'usage.threshold': {
    object: 'usage',
    account: 'acc_311',
    month: '2026-11',
    percent: 80,
    pages: 241,
    limit: 300,
  },
  'account.created': { object: 'account', id: 'acc_311', status: 'active' },
  'account.closed': { object: 'account', id: 'acc_311', status: 'closed' },
  'webhook.disabled': { object: 'webhook', id: 'whk_Zk3vQ0aT9x', reason: 'failing' },
  'webhook.test': { object: 'webhook', id: 'whk_Zk3vQ0aT9x' },
};
