import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';

import { MAX_HEADER_BYTES, MAX_NESTING } from './limits.ts';

/** The library's words for a mail beyond the limits that it was given; it has no codes. */
const BEYOND = /^Maximum (?:MIME nesting depth|header size) of /;

/**
 * The parts of a mail; null for one beyond the limits (A-MAILIN-09). A mail that is merely odd is taken apart as well as it
 * goes, so every other error is our side's: it is thrown, and the sender's server comes again.
 */
export async function takeApart(raw: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, {
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADER_BYTES,
      // Mails within mails stay files, which are refused by their type: what they hold must not be faxed unseen.
      forceRfc822Attachments: true,
    });
  } catch (error) {
    if (error instanceof Error && BEYOND.test(error.message)) return null;
    throw error;
  }
}
