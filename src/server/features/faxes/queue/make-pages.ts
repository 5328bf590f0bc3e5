import { parsePagePlan } from '#contract/faxes/page-plan.ts';
import type { OriginalFile } from '#engine/database/tables-faxes.ts';
import type {
  ConversionOptions,
  ConversionOutcome,
  CoverOutcome,
  DocumentEngine,
} from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';

import type { ClaimedDocument, Mishap } from './convert.store.ts';

/** Type of an original that already consists of fax pages: it was converted and viewed before it was sent. */
export const CONVERTED = 'pages';

export interface MakePagesDeps {
  files: FileStore;
  documents: DocumentEngine;
  /** Draws a document's cover page in front of `otherPages` other pages. */
  drawCover(cover: unknown, otherPages: number): Promise<CoverOutcome>;
}

/** The outcome; `mishap` says how a failed attempt counts that was not the document's fault. */
export type MadePages =
  | Exclude<ConversionOutcome, { kind: 'retry' }>
  | (Extract<ConversionOutcome, { kind: 'retry' }> & { mishap?: Mishap });

/** Makes the pages of a document: its cover page, then its files in order. Converted files are copied bit by bit. */
export async function makePages(
  deps: MakePagesDeps,
  document: Pick<ClaimedDocument, 'accountId' | 'originals' | 'cover'>,
  signal: AbortSignal,
): Promise<MadePages> {
  const tiffs: Uint8Array[] = [];
  let pages = 0;
  for (const files of runs(document.originals)) {
    const outcome = await pagesOf(deps, files, { owner: String(document.accountId), signal });
    if (outcome.kind !== 'ok') return outcome;
    tiffs.push(outcome.tiff);
    pages += outcome.pages;
  }
  if (document.cover) {
    const cover = await deps.drawCover(document.cover, pages);
    if (cover.kind === 'refused') return { kind: 'refused', reason: cover.reason };
    // Only short texts are drawn, in one of our templates: a failure there is our own.
    if (cover.kind === 'retry')
      return {
        kind: 'retry',
        reason: 'CONVERTER_UNAVAILABLE',
        mishap: cover.reason === 'CONVERTER_CRASHED' ? 'failed' : 'none',
      };
    tiffs.unshift(cover.tiff);
    pages += cover.pages;
  }
  const [only, ...others] = tiffs;
  return only && others.length === 0 ? { kind: 'ok', tiff: only, pages } : deps.documents.joinPages(tiffs);
}

/**
 * Groups neighboring files with the same conversion for one converter. A converted file, or one with a page plan, is a
 * group by itself.
 */
function runs(originals: readonly OriginalFile[]): OriginalFile[][] {
  const groups: OriginalFile[][] = [];
  for (const file of originals) {
    const last = groups.at(-1);
    const isAlike = last?.[0]?.photos === file.photos;
    if (last?.[0] && isAlike && !standsAlone(last[0]) && !standsAlone(file)) last.push(file);
    else groups.push([file]);
  }
  return groups;
}

function standsAlone({ type, plan }: OriginalFile): boolean {
  return type === CONVERTED || plan !== undefined;
}

async function pagesOf(
  { files, documents }: MakePagesDeps,
  originals: readonly OriginalFile[],
  options: Pick<ConversionOptions, 'owner' | 'signal'>,
): Promise<ConversionOutcome> {
  const sources = [];
  for (const { name, key } of originals) {
    const bytes = await files.get(key);
    if (!bytes) throw new Error('an uploaded file is missing in the file store');
    sources.push({ name, bytes });
  }
  const [first] = originals;
  const photos = first?.photos ?? 'quick';
  const whole: ConversionOutcome =
    sources[0] && first?.type === CONVERTED
      ? { kind: 'ok', tiff: sources[0].bytes, pages: documents.countPages(sources[0].bytes) }
      : await documents.toFaxPages(sources, { ...options, photos });
  if (whole.kind !== 'ok' || first?.plan === undefined) return whole;
  return await documents.arrangePages(whole.tiff, parsePagePlan(first.plan) ?? [], photos);
}
