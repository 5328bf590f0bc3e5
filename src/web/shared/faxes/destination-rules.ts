import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  formatFaxNumber,
  isDestination,
  isInternational,
  MAX_DESTINATIONS,
  normalizeNumber,
} from '#contract/kit/fax-number.ts';
import type { ParsedTag, Tag, TagRules } from '#web/ui/tag-rules.ts';

/**
 * Returns the rules of every field for destinations (COMP-03 to COMP-07, spec decisions 2.2): one number is one chip,
 * no matter how it was written.
 */
export function useDestinationRules(): TagRules {
  const { t } = useTranslation();
  return {
    max: MAX_DESTINATIONS,
    parse: (entry) => parseDestination(entry, t),
    noRoom: (entry) => t('compose.to.noRoom', { entry, max: MAX_DESTINATIONS }),
    unfinished: t('compose.to.unfinished'),
  };
}

/** Returns the chip of a number, with its name if known; numbers are equal if their digits are. */
export function destinationTag(number: string, name = ''): Tag {
  const digits = normalizeNumber(number);
  return { key: digits, label: formatFaxNumber(digits) ?? number, ...(name !== '' && { name }) };
}

function parseDestination(entry: string, t: TFunction): ParsedTag {
  if (isInternational(entry)) return { kind: 'invalid', entry, message: t('compose.to.international') };
  if (!isDestination(entry)) return { kind: 'invalid', entry, message: t('compose.to.invalid', { entry }) };
  return { kind: 'tag', tag: destinationTag(entry) };
}
