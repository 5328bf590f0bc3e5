import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Maximum body size in bytes of a picture as base64 in JSON; the picture itself is at most 1 MiB. */
const PICTURE_BODY = 1_500_000;

/** One line of the checklist under a new password; the pattern is written between slashes. */
const passwordRule = z.object({
  pattern: z.string().max(300),
  comment: z.string().max(80),
  required: z.boolean(),
});
export type ConsolePasswordRule = z.output<typeof passwordRule>;

/** Maximum number of lines in the checklist; nobody reads more. */
export const PASSWORD_RULES_MAX = 12;

const brand = z.object({
  hid: idOut,
  name: z.string(),
  title: z.string(),
  lang: z.string(),
  color: z.string(),
  origin: z.string().nullable(),
  domains: z.array(z.string()),
  isDefault: z.boolean(),
  /** Whether AI assistants may use /v1/mcp. */
  mcp: z.boolean(),
  logo: z.string(),
  banner: z.string(),
  favicon: z.string(),
  helpUrl: z.string(),
  sendDomain: z.string(),
  cancellationEmail: z.string(),
  passwordMin: z.number(),
  passwordMax: z.number(),
  /** Null: the product's four default rules. */
  passwordRules: z.array(passwordRule).nullable(),
  /** The address of the billing portal; empty if there is no such notice. */
  billingPortal: z.string(),
  /** The last day of the transfer, such as 2027-02-28; empty if there is no such notice. */
  serviceTransfer: z.string(),
});
export type ConsoleBrand = z.output<typeof brand>;

/** Lists the brands (white-label customers). */
export const operatorBrands = defineCall({
  method: 'GET',
  path: '/operator/api/brands',
  access: 'operator',
  summary: 'Console: brands',
  reply: z.object({ brands: z.array(brand) }),
});

/** Changes fields of a brand, all or none. */
export const operatorBrandSet = defineCall({
  method: 'PUT',
  path: '/operator/api/brand',
  access: 'operator',
  summary: 'Console: change a brand',
  body: z.object({
    hid: idIn,
    values: z.object({
      name: z.string().max(80).optional(),
      title: z.string().max(80).optional(),
      color: z.string().max(7).optional(),
      help_url: z.string().max(300).optional(),
      cancellation_email: z.string().max(128).optional(),
      send_domain: z.string().max(253).optional(),
      origin: z.string().max(300).optional(),
      mcp: z.enum(['on', 'off']).optional(),
    }),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Changes the rules for a brand's passwords; they apply to new passwords only. */
export const operatorBrandPasswords = defineCall({
  method: 'PUT',
  path: '/operator/api/brand/passwords',
  access: 'operator',
  summary: 'Console: change the password rules of a brand',
  body: z.object({
    hid: idIn,
    min: z.number().int(),
    max: z.number().int(),
    /** Null: the product's four default rules. */
    rules: z.array(passwordRule).max(PASSWORD_RULES_MAX).nullable(),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Removes a brand that nobody uses. */
export const operatorBrandRemove = defineCall({
  method: 'DELETE',
  path: '/operator/api/brand',
  access: 'operator',
  summary: 'Console: remove a brand',
  body: z.object({ hid: idIn }),
  reply: success,
  errors: operatorErrors,
});

/** Sets a picture of a brand, or removes it if `data` is null. */
export const operatorBrandAsset = defineCall({
  method: 'PUT',
  path: '/operator/api/brand/asset',
  access: 'operator',
  summary: 'Console: change a picture of a brand',
  bodyLimit: PICTURE_BODY,
  body: z.object({
    hid: idIn,
    kind: z.enum(['logo', 'banner', 'favicon']),
    data: z.base64().nullable(),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Adds a brand that answers on a host name. */
export const operatorBrandAdd = defineCall({
  method: 'POST',
  path: '/operator/api/brands',
  access: 'operator',
  summary: 'Console: add a brand',
  body: z.object({
    name: z.string().max(80),
    domain: z.string().max(253),
    lang: z.string().max(16),
  }),
  reply: z.object({ hid: idOut }),
  errors: operatorErrors,
});

/** Adds a host name to a brand, removes one, or makes one the host of its links. */
export const operatorBrandDomain = defineCall({
  method: 'PUT',
  path: '/operator/api/brand/domain',
  access: 'operator',
  summary: 'Console: change a domain of a brand',
  body: z.object({
    hid: idIn,
    verb: z.enum(['add', 'remove', 'primary']),
    domain: z.string().max(253),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Shows a notice on the dashboards of a brand, or hides it if `value` is empty. */
export const operatorBrandNotice = defineCall({
  method: 'PUT',
  path: '/operator/api/brand/notice',
  access: 'operator',
  summary: 'Console: change a notice of a brand',
  body: z.object({
    hid: idIn,
    notice: z.enum(['billingPortal', 'serviceTransfer']),
    /** The address of the billing portal, or the last day of the transfer, such as 2027-02-28. */
    value: z.string().max(300),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Maximum number of texts that a search of the console shows. */
export const WORDS_SHOWN = 40;

/** Lists the texts of the pages in a language; without a search, only those that the brand changed. */
export const operatorBrandWords = defineCall({
  method: 'GET',
  path: '/operator/api/brand/words',
  access: 'operator',
  summary: 'Console: words of a brand',
  query: z.object({
    hid: idIn,
    language: z.string().max(16).default('en').catch('en'),
    search: z.string().max(64).default('').catch(''),
  }),
  reply: z.object({
    languages: z.array(z.string()),
    rows: z.array(z.object({ key: z.string(), text: z.string(), own: z.string().nullable() })),
    /** Whether there are more texts than shown. */
    more: z.boolean(),
  }),
  errors: operatorErrors,
});
export type ConsoleWord = z.output<typeof operatorBrandWords.reply>['rows'][number];

/** Changes one text of a brand, or restores the product's text if `text` is null. */
export const operatorBrandWord = defineCall({
  method: 'PUT',
  path: '/operator/api/brand/words',
  access: 'operator',
  summary: 'Console: change words of a brand',
  body: z.object({
    hid: idIn,
    language: z.string().max(16),
    key: z.string().max(120),
    text: z.string().max(1_000).nullable(),
  }),
  reply: success,
  errors: operatorErrors,
});
