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

/** The type of an original that is fax pages already: it was converted and looked at before it was sent. */
export const CONVERTED = 'pages';

export interface MakePagesDeps {
  files: FileStore;
  documents: DocumentEngine;
  /** Draws a document's cover page over so many other pages. */
  drawCover(cover: unknown, otherPages: number): Promise<CoverOutcome>;
}

/** What came of it; `mishap` says how a try counts that failed without being the document's fault. */
export type MadePages =
  | Exclude<ConversionOutcome, { kind: 'retry' }>
  | (Extract<ConversionOutcome, { kind: 'retry' }> & { mishap?: Mishap });

/** The pages of a document: its cover page, then its files in order. Converted files are taken over bit by bit. */
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
    // Only short texts are drawn, in a template of ours: what fails at them is our own.
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

/** Neighbours that are to be converted alike go to one converter; a converted file, and one of which not every page is sent as it is, stands alone. */
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
