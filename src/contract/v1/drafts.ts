import { z } from 'zod';

import { composeErrors, PHOTOS } from '#contract/faxes/compose.ts';
import { DRAFT_HOURS, draftErrors } from '#contract/faxes/drafts.ts';

import { defineApiCall, timestamp } from './define.ts';
import { fetchErrors } from './problems.ts';
import { SEND_JSON_BYTES, sendBody } from './send.ts';

/** The id of a draft in a path; yields its random part. */
const draftIdIn = z
  .string()
  .regex(/^drf_[A-Za-z0-9_-]{16,64}$/u)
  .transform((id) => id.slice('drf_'.length));

const state = z.enum(['converting', 'ready', 'failed']);

const draft = z.object({
  object: z.literal('draft'),
  id: z.string(),
  state: state.describe('`ready` when every file has its pages, `failed` when one cannot become pages.'),
  pages: z.number().int().nullable().describe('Null while files are being converted.'),
  seconds: z
    .number()
    .int()
    .nullable()
    .describe('About how long one call takes at 14,400 bit/s, after the other machine has answered.'),
  billed_pages: z
    .number()
    .int()
    .nullable()
    .describe('Pages that one delivered fax of it counts in the account’s month; a cover page comes on top.'),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number().int(),
      state,
      pages: z.number().int().nullable(),
      error: z.string().nullable().describe('Why it cannot become pages: `document_damaged` …'),
    }),
  ),
  created_at: timestamp,
  expires_at: timestamp,
});

const params = z.object({ id: draftIdIn });
const common = { access: 'key', scope: 'faxes:send', about: 'account' } as const;

/** Every upload creates its own draft, so the header Idempotency-Key has no effect here. */
const { IDEMPOTENCY_MISMATCH: _, ...uploadErrors } = composeErrors;

export const createDraft = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/drafts',
  summary: 'Upload files and see their pages before they are sent',
  description: `Files become pages at once, as JSON or multipart like \`POST /v1/faxes\`. Read the draft until it is \`ready\`, look at its pages, then send it with \`draft\`: nothing is converted again. A draft that is not sent is removed after ${DRAFT_HOURS} hours.`,
  multipart: true,
  bodyLimit: SEND_JSON_BYTES,
  body: z.strictObject({
    files: sendBody.shape.files,
    photos: z.enum(PHOTOS).default('quick'),
  }),
  reply: draft,
  status: 201,
  errors: { ...uploadErrors, ...draftErrors, ...fetchErrors },
});

export const getDraft = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/drafts/:id',
  summary: 'One draft',
  params,
  reply: draft,
});

export const getDraftPage = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/drafts/:id/pages/:page',
  summary: 'One page of a draft as PNG, as it will be sent',
  params: z.object({
    id: draftIdIn,
    page: z
      .string()
      .regex(/^[1-9]\d{0,3}\.png$/u)
      .transform((name) => Number.parseInt(name, 10)),
  }),
  replyKind: 'file',
  reply: z.unknown(),
});

export const deleteDraft = defineApiCall({
  ...common,
  method: 'DELETE',
  path: '/v1/drafts/:id',
  summary: 'Delete a draft and its files',
  params,
  reply: z.object({ object: z.literal('draft'), id: z.string(), deleted: z.literal(true) }),
});
