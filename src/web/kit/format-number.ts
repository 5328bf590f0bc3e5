import { intlLocale } from '#contract/kit/language.ts';

/** Making a format takes longer than drawing the row that shows the number. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number with the digit grouping of the reader's language, such as 12,345. */
export function formatNumber(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(intlLocale(language));
  formats.set(language, format);
  return format.format(value);
}
