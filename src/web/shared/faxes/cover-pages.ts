import { queryOptions } from '@tanstack/react-query';
import { coverPages, getCoverPageSettings } from '#contract/faxes/cover-pages.ts';
import type { CoverTemplate } from '#contract/faxes/cover-pages.ts';
import { callApi } from '#web/kit/call-api.ts';

/** Templates to choose from; they change when an operator adds one. */
export const templatesQuery = queryOptions({
  queryKey: ['cover-pages'],
  queryFn: async () => (await callApi(coverPages)).data,
  staleTime: 300_000,
});

/** The sender's details on cover pages; compose begins with them. */
export const coverSettingsQuery = queryOptions({
  queryKey: ['cover-settings'],
  queryFn: () => callApi(getCoverPageSettings),
  staleTime: 60_000,
});

/** Returns the URL of a template's picture, in the page's language if there is one, otherwise in any language. */
export function templateImage(template: CoverTemplate, size: 'small' | 'large', language: string): string {
  const images = template.image[size];
  return images[language] ?? Object.values(images)[0] ?? '';
}
