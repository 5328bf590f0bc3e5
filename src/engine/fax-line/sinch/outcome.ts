import type { FinalReason, RetryReason } from '../port.ts';

type Meaning = RetryReason | FinalReason;

/** The carrier's error codes by what they mean for us (Fax API 3.0, error messages). */
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
  // The carrier could not join or store the files; other codes are about what is in them.
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

/** Where the code says nothing more. */
const TYPES: Readonly<Record<string, Meaning>> = {
  DOCUMENT_CONVERSION_ERROR: 'DOCUMENT_REFUSED',
  FAX_ERROR: 'DROPPED',
  LINE_ERROR: 'LINE_FAULT',
};

/** What the carrier's reason means: its type, then its code, then its words. The carrier adds to them as it likes. */
export function meaningOf(reason: string): Meaning {
  const [, type = '', code = ''] = /^([A-Z_]+)(?: (\d+))?/.exec(reason) ?? [];
  return CODES[type]?.[Number(code)] ?? TYPES[type] ?? 'OTHER';
}

/**
 * What a refused order is about, by the carrier's words and the fields that it names. In doubt it is us: then the fax is
 * tried again instead of given up.
 */
export function blamed(about: string): 'number' | 'document' | 'us' {
  if (/["']from["']|\bfrom (?:phone )?number|caller/i.test(about)) return 'us';
  if (/["']to["']|\bto (?:phone )?number|phone number|recipient|destination/i.test(about)) return 'number';
  return /\b(?:files?|document|mimetype|pages?)\b/i.test(about) ? 'document' : 'us';
}
