import { readFileSync } from 'node:fs';
import { encode } from 'uqr';

import { SEPARATOR_TEXT } from '#contract/faxes/splitting.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { Messages } from '#server/kit/messages.ts';

const TEMPLATE = readFileSync(new URL('separator.typ', import.meta.url), 'utf8');

/** Dependencies of `drawSeparator`. */
export interface SeparatorDeps {
  documents: Pick<DocumentEngine, 'coverSheet'>;
  messages: Pick<Messages, 'say'>;
}

/**
 * Draws the page that people print and fax between two documents, as one fax page: large words in the given language,
 * and a QR code of SEPARATOR_TEXT, large enough and with enough error correction to survive printing, skewed feeding
 * and a noisy line. Throws UNAVAILABLE while nothing can be drawn on this machine.
 */
export async function drawSeparator(
  { documents, messages }: SeparatorDeps,
  language: string,
): Promise<Uint8Array> {
  const { data } = encode(SEPARATOR_TEXT, { ecc: 'H', border: 0 });
  const drawn = await documents.coverSheet({
    template: TEMPLATE,
    otherPages: 0,
    title: messages.say(language, 'separator.title'),
    rows: [],
    comments: messages.say(language, 'separator.text'),
    footer: '',
    fields: {
      code: data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')).join('\n'),
      value: SEPARATOR_TEXT,
    },
  });
  if (drawn.kind !== 'ok') throw new AppError(drawn.kind === 'retry' ? 'UNAVAILABLE' : 'INTERNAL');
  return drawn.tiff;
}
