import { z } from 'zod';

import { seal, unseal } from '#engine/secrets/seal.ts';

import type { MailParams } from './mail-templates.ts';

/** The content of a mail, besides its template. */
export interface MailPayload {
  params: MailParams;
  /** Target of its link, relative to the brand's origin; empty for none. */
  path: string;
  /** The Message-ID of the mail that this one answers. */
  answers?: string | undefined;
}

const payload = z.object({
  params: z.record(z.string(), z.union([z.string(), z.number(), z.object({ say: z.string() })])),
  path: z.string(),
  answers: z.string().optional(),
});

/** Seals the content: while the mail waits, the table must contain no link that opens an account (A-RESET-05). */
export function sealPayload(key: Buffer, messageId: string, about: MailPayload): string {
  return seal(key, JSON.stringify(about), placeOf(messageId));
}

/** Opens a sealed content; returns null if the key or the row does not match. */
export function openPayload(key: Buffer, messageId: string, sealed: string): MailPayload | null {
  const opened = unseal(key, sealed, placeOf(messageId));
  return opened === null ? null : payload.parse(JSON.parse(opened));
}

function placeOf(messageId: string): string {
  return `mail_out/${messageId}/payload`;
}
