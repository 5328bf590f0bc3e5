import { z } from 'zod';

import { readCarrierSettings } from '../carrier/carrier-settings.ts';

/** An account at Documo and how this line uses it (docs/lines.md). */
export interface DocumoSettings {
  /** API address without a trailing slash, such as https://api.documo.com/v1. */
  apiBase: string;
  apiKey: string;
  /** The basic authentication configured for webhooks; null if it is not checked. */
  webhookLogin: { user: string; password: string } | null;
}

const API_BASE = 'https://api.documo.com/v1';

/** No control characters; a user name must not contain a colon (RFC 7617 2). */
const webhookUser = z.string().regex(/^[^:\p{Cc}]{1,200}$/u);
const webhookPassword = z.string().regex(/^\P{Cc}{1,200}$/u);

const config = z
  .object({
    apiBase: z.string().max(500).default(API_BASE),
    apiKey: z.string().regex(/^[\x21-\x7E]{1,2000}$/),
    webhookUser: webhookUser.optional(),
    webhookPassword: webhookPassword.optional(),
  })
  .transform(({ webhookUser: user, webhookPassword: password, ...rest }, context) => {
    if (user !== undefined && password !== undefined) return { ...rest, webhookLogin: { user, password } };
    const missing = user === undefined ? 'webhookUser' : 'webhookPassword';
    if (user !== password) context.addIssue({ code: 'custom', path: [missing] });
    return { ...rest, webhookLogin: null };
  });

/** Sentences for a missing or wrong field. */
const NEEDS: Readonly<Record<string, string>> = {
  apiKey: 'A Documo line needs its API key.',
  webhookUser: 'Enter the webhook username, without a colon, or leave the webhook password empty.',
  webhookPassword: 'Enter the webhook password, or leave the webhook username empty.',
};

/** Reads the configuration of a line; a string is a sentence that says what is wrong, without repeating secrets. */
export function readDocumoSettings(given: unknown): DocumoSettings | string {
  return readCarrierSettings<DocumoSettings>('Documo', config, NEEDS, given);
}
