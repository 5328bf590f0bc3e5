import { intlLocale } from '#contract/kit/language.ts';

/** Formats a number with the digit grouping of the reader's language, such as 12,345. */
export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language)).format(value);
}
