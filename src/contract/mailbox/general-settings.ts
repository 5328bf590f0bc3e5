import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { successWith } from '#contract/kit/errors.ts';
import { flagIn, flagOut } from '#contract/kit/flags.ts';
import { idIn, idOut } from '#contract/kit/wire.ts';

export const settingsErrors = { LANGUAGE_UNKNOWN: 400, TIMEZONE_UNKNOWN: 400 } as const;

const timeZone = z.object({ timezone_id: idOut, name: z.string(), system_name: z.string() });

const settings = z.object({
  notifyNew: flagOut,
  warnDelete: flagOut,
  /** Whether single-key shortcuts are on. */
  singleKeys: flagOut,
  /** Whether the text of its faxes is recognized; absent if the installation or the product does not support it. */
  readText: flagOut.optional(),
  /** Whether its received faxes are split at separator pages; absent like `readText`, which splitting depends on. */
  splitFaxes: flagOut.optional(),
  language: z.string(),
  timezoneId: idOut,
  tour: z.number(),
  timeZoneLabel: timeZone,
});

/**
 * Returns the account's general settings; the client formats every date in `timeZoneLabel.system_name` (spec http-api
 * 2.4).
 */
export const getGlobalSettings = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/GlobalSettings.json',
  access: 'user',
  right: 'self',
  summary: 'General settings',
  reply: settings,
});

/** Changes any of the general settings (spec http-api 2.4). Anything else in the body is ignored (A-TENANT-14). */
export const putGlobalSettings = defineCall({
  method: 'PUT',
  path: '/api/{n}db/f2e/GlobalSettings.json',
  access: 'user',
  summary: 'Change general settings',
  body: z.object({
    notifyNew: flagIn.optional(),
    warnDelete: flagIn.optional(),
    singleKeys: flagIn.optional(),
    readText: flagIn.optional(),
    splitFaxes: flagIn.optional(),
    language: z.string().max(16).optional(),
    timezoneId: idIn.optional(),
  }),
  reply: successWith(settings),
  errors: settingsErrors,
});

/** Lists all time zones, sorted by offset, then name (spec http-api 2.6). */
export const timeZoneList = defineCall({
  method: 'GET',
  path: '/api/{n}db/f2e/TimeZoneList.json',
  access: 'any',
  right: 'self',
  summary: 'Time zones',
  reply: z.array(timeZone),
});
