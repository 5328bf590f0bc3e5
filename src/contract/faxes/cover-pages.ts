import { z } from 'zod';
import { COVER_LIMITS } from './send-limits.ts';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { idIn, idOut, text } from '#contract/kit/wire.ts';

/**
 * Limits of the sender's details in the preferences (PCOV-08; the phone has one digit more than in compose, spec
 * decisions 2.4).
 */
export const COVER_SETTINGS_LIMITS = { name: 40, company: 40, location: 50, phone: 16 } as const;

/** Widths of template images in pixels: `small` in the list of choices, `large` next to the form. */
export const COVER_IMAGE_WIDTH = { small: 160, large: 800 } as const;

/** Width of a live preview in pixels. */
export const COVER_PREVIEW_WIDTH = 800;

/** File name of a template's image: `small.en.gif`. */
export const COVER_IMAGE = /^(?<size>small|large)\.(?<language>[a-z]{2}(?:-[A-Z]{2})?)\.gif$/;

export const coverErrors = { TEMPLATE_UNKNOWN: 400 } as const;

const imagesByLanguage = z.record(z.string(), z.string());

/** Lists the templates to choose from: the product's and the brand's (spec http-api 2.7). */
export const coverPages = defineCall({
  method: 'GET',
  path: '/api/faxui/coverPages',
  access: 'user',
  right: 'sent',
  summary: 'Cover page templates',
  reply: z.object({
    data: z.array(
      z.object({
        template_id: idOut,
        name: z.string(),
        image: z.object({ small: imagesByLanguage, large: imagesByLanguage }),
      }),
    ),
  }),
});
export type CoverTemplate = z.output<typeof coverPages.reply>['data'][number];

/** Returns an image of a template with sample texts. */
export const coverImage = defineCall({
  method: 'GET',
  path: '/api/faxui/coverImage/:template/:file',
  access: 'user',
  right: 'sent',
  summary: 'Image of a cover page template',
  replyKind: 'file',
  reply: z.unknown(),
});

const phone = z.string().regex(/^\d*$/, 'DIGITS_ONLY');

/** The allowed settings; forms apply the same rules. */
export const coverSettingsBody = z.object({
  useCoverpage: flagIn,
  name: text(COVER_SETTINGS_LIMITS.name),
  company: text(COVER_SETTINGS_LIMITS.company),
  location: text(COVER_SETTINGS_LIMITS.location),
  phone: text(COVER_SETTINGS_LIMITS.phone).pipe(phone),
  templateId: idIn,
});

const coverSettings = z.object({
  useCoverpage: flagOut,
  name: z.string(),
  company: z.string(),
  location: z.string(),
  phone: z.string(),
  templateId: idOut,
});
export type CoverSettings = z.output<typeof coverSettings>;

/** Returns the sender's details for cover pages, which prefill compose (spec http-api 2.8). */
export const getCoverPageSettings = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/CoverPageSettings.json',
  access: 'user',
  right: 'send',
  summary: 'Cover page settings',
  reply: coverSettings,
});

/** Changes any of the settings; omitted ones stay unchanged (spec http-api 2.8). */
export const putCoverPageSettings = defineCall({
  method: 'PUT',
  path: '/api/{n}db/f2e/CoverPageSettings.json',
  access: 'user',
  summary: 'Change cover page settings',
  body: coverSettingsBody.partial(),
  reply: successWith(coverSettings),
  errors: coverErrors,
});

const shown = (max: number) => text(max).optional();

/** Returns an image of the cover page as it would be sent, while it is being written (spec http-api 12.3). */
export const coverPreview = defineCall({
  method: 'POST',
  path: '/api/faxui/coverPreview',
  access: 'user',
  right: 'send',
  summary: 'Preview a cover page',
  body: z.object({
    template_id: idIn.optional(),
    /** Numbers separated by semicolons, as in sendFax. */
    destinations: z.string().max(1000).optional(),
    /** Number of pages after the cover page. */
    pages: z.number().int().min(0).max(1000).default(0),
    to_person: shown(COVER_LIMITS.to_person),
    to_company: shown(COVER_LIMITS.to_company),
    to_location: shown(COVER_LIMITS.to_location),
    to_phone: shown(COVER_LIMITS.to_phone + 1),
    regarding: shown(COVER_LIMITS.regarding),
    comments: shown(COVER_LIMITS.comments),
    footer: shown(COVER_LIMITS.footer),
    from_person: shown(COVER_SETTINGS_LIMITS.name),
    from_company: shown(COVER_SETTINGS_LIMITS.company),
    from_location: shown(COVER_SETTINGS_LIMITS.location),
    from_phone: shown(COVER_SETTINGS_LIMITS.phone),
  }),
  replyKind: 'file',
  reply: z.unknown(),
  errors: coverErrors,
});
