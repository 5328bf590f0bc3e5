import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';

import { MAX_HEADER_BYTES, MAX_NESTING } from './limits.ts';

/** The library's messages for an email beyond the given limits; it has no error codes. */
const BEYOND = /^Maximum (?:MIME nesting depth|header size) of /;

/**
 * Parses an email; returns null if it exceeds the limits (A-MAILIN-09). A merely odd email is parsed as far as
 * possible, so any other error is on our side: it is thrown, and the sender's server retries.
 */
export async function takeApart(raw: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, {
      maxNestingDepth: MAX_NESTING,
      maxHeadersSize: MAX_HEADER_BYTES,
      // Attached emails stay files, which are rejected by their type: their content must not be faxed unseen.
      forceRfc822Attachments: true,
    });
  } catch (error) {
    if (error instanceof Error && BEYOND.test(error.message)) return null;
    throw error;
  }
}
