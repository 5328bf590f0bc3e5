import { useQuery } from '@tanstack/react-query';
import { coverSettingsQuery } from '#web/shared/faxes/cover-pages.ts';
import { useCoverPreview } from '#web/shared/faxes/cover-preview.ts';
import type { CoverPicture, PreviewRequest } from '#web/shared/faxes/cover-preview.ts';
import { sendable } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import { filePages, previewPages } from './compose-pages.ts';
import type { PreviewPage } from './compose-pages.ts';
import type { CoverPage, Draft } from './draft-store.ts';
import { COVER_FIELDS, SENDER_FIELDS, SENDER_NAMES, WIRE_NAMES } from './fax-form.ts';

/** The pages of the fax as they will arrive. */
export interface Preview {
  pages: readonly PreviewPage[];
  /** Whether any file has no pages yet. */
  waiting: boolean;
  cover: CoverPage;
  picture: CoverPicture;
  /** The account's own template, for a fax that does not name one. */
  template: string;
  chooseTemplate: (templateId: string) => void;
}

/** Collects the preview; the cover page is rendered again whenever something on it changes. */
export function usePreview(
  draft: Draft,
  files: readonly Attachment[],
  setCover: (change: Partial<CoverPage>) => void,
): Preview {
  const { data: settings } = useQuery(coverSettingsQuery);
  const { cover } = draft;
  const picture = useCoverPreview(cover.use ? requestOf(draft, filePages(files)) : null);
  return {
    pages: previewPages(draft, files),
    waiting: sendable(files).length > 0,
    cover,
    picture,
    template: settings?.templateId ?? '1',
    chooseTemplate: (templateId) => setCover({ templateId }),
  };
}

function requestOf({ numbers, cover }: Draft, pages: number): PreviewRequest {
  return {
    ...(cover.templateId === '' ? {} : { template_id: cover.templateId }),
    destinations: numbers.join(';'),
    pages,
    ...Object.fromEntries(COVER_FIELDS.map((field) => [WIRE_NAMES[field], cover[field]])),
    ...Object.fromEntries(SENDER_FIELDS.map((field) => [SENDER_NAMES[field], cover[field]])),
  };
}
