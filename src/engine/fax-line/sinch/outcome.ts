import type { FinalReason, RetryReason } from '../port.ts';

type Meaning = RetryReason | FinalReason;

/** The meaning of the carrier's error codes for us (Fax API 3.0, error messages). */
const CODES: Readonly<Record<string, Readonly<Record<number, Meaning>>>> = {
  CALL_ERROR: {
    11: 'DROPPED',
    15: 'LINE_FAULT',
    16: 'NO_ANSWER',
    17: 'BUSY',
    19: 'NO_ANSWER',
    30: 'NO_FAX_MACHINE',
    32: 'NO_FAX_MACHINE',
    34: 'NUMBER_INVALID',
    43: 'NO_ANSWER',
    49: 'NUMBER_INVALID',
  },
  // The carrier could not join or store the files; other codes are about their contents.
  DOCUMENT_CONVERSION_ERROR: { 4: 'LINE_FAULT', 57: 'LINE_FAULT', 69: 'LINE_FAULT' },
  FAX_ERROR: {
    7: 'NO_FAX_MACHINE',
    13: 'NO_FAX_MACHINE',
    14: 'NO_FAX_MACHINE',
    25: 'NO_FAX_MACHINE',
    26: 'NO_FAX_MACHINE',
    31: 'NO_FAX_MACHINE',
    40: 'LINE_FAULT',
    44: 'LINE_FAULT',
    46: 'LINE_FAULT',
    48: 'NO_ANSWER',
    68: 'NO_FAX_MACHINE',
    75: 'LINE_FAULT',
    76: 'LINE_FAULT',
    113: 'LINE_FAULT',
    132: 'NO_FAX_MACHINE',
    133: 'BARRED',
  },
};

/** Meanings by type, for codes without an entry above. */
const TYPES: Readonly<Record<string, Meaning>> = {
  DOCUMENT_CONVERSION_ERROR: 'DOCUMENT_REFUSED',
  FAX_ERROR: 'DROPPED',
  LINE_ERROR: 'LINE_FAULT',
};

/** Interprets the carrier's reason by its type and code; its words are ignored. The carrier adds to them freely. */
export function meaningOf(reason: string): Meaning {
  const [, type = '', code = ''] = /^([A-Z_]+)(?: (\d+))?/.exec(reason) ?? [];
  return CODES[type]?.[Number(code)] ?? TYPES[type] ?? 'OTHER';
}

/**
 * What a rejected order is about, judged by the carrier's words and the fields that it names. In doubt it is us, so
 * that the fax is retried instead of given up.
 */
export function blamed(about: string): 'number' | 'document' | 'us' {
  if (/["']from["']|\bfrom (?:phone )?number|caller/i.test(about)) return 'us';
  if (/["']to["']|\bto (?:phone )?number|phone number|recipient|destination/i.test(about)) return 'number';
  return /\b(?:files?|document|mimetype|pages?)\b/i.test(about) ? 'document' : 'us';
}
