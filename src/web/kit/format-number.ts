import { intlLocale } from '#contract/kit/language.ts';

/** 12,345 as the reader's language groups it. */
export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language)).format(value);
}
