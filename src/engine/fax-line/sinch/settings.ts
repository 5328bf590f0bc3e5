import { z } from 'zod';

import { readCarrierSettings } from '../carrier/carrier-settings.ts';

/** A project at Sinch and how this line uses it (docs/lines.md). */
export interface SinchSettings {
  /** API address without a trailing slash, such as https://fax.api.sinch.com/v3. */
  apiBase: string;
  project: string;
  keyId: string;
  keySecret: string;
}

const API_BASE = 'https://fax.api.sinch.com/v3';

const config = z.object({
  apiBase: z.string().max(500).default(API_BASE),
  project: z.string().regex(/^[\w-]{1,64}$/),
  keyId: z.string().regex(/^[\x21-\x39\x3B-\x7E]{1,200}$/),
  keySecret: z.string().regex(/^[\x21-\x7E]{1,500}$/),
});

/** Sentences for a missing or wrong field. */
const NEEDS: Readonly<Record<string, string>> = {
  project: 'A Sinch line needs the id of its project.',
  keyId: 'A Sinch line needs the id of an access key.',
  keySecret: 'A Sinch line needs the secret of its access key.',
};

/** Reads the configuration of a line; a string is a sentence that says what is wrong, without repeating secrets. */
export function readSinchSettings(given: unknown): SinchSettings | string {
  return readCarrierSettings('Sinch', config, NEEDS, given);
}
