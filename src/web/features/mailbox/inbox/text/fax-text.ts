import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { TEXT_PAGES, faxText } from '#contract/mailbox/page-text.ts';
import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';

/** How often the text is refetched while pages are being read, in ms. */
const WAIT_MS = 5_000;

/** Whether the text of a fax was recognized. */
export type TextState = ReplyOf<typeof faxText>['state'];

type Read = Pick<FaxRow, 'fax_id' | 'fax_pages'>;

/** Loads the text of the group of ten pages that contains a page. */
function textOptions({ fax_id: fid }: Read, page: number) {
  const from = Math.floor((page - 1) / TEXT_PAGES) * TEXT_PAGES + 1;
  return queryOptions({
    queryKey: ['fax-text', fid, from] as const,
    queryFn: async ({ signal }) => await callApi(faxText, { query: { fid, from: String(from) }, signal }),
    staleTime: (query) => (query.state.data?.state === 'done' ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? WAIT_MS : false),
  });
}

/** Returns whether the pages of a fax were read; undefined until it is loaded. */
export function useTextState(row: Read): TextState | undefined {
  const { data } = useQuery({ ...textOptions(row, 1), enabled: row.fax_pages > 0 });
  return data?.state;
}

/** How many barcodes the menu of a fax offers to copy. */
const OFFERED_BARCODES = 5;

/** Returns the contents of the barcodes on the first pages, without duplicates. */
export function useBarcodes(row: Read): string[] {
  const { data } = useQuery({ ...textOptions(row, 1), enabled: row.fax_pages > 0 });
  const texts = data?.pages.flatMap(({ barcodes }) => barcodes.map(({ text }) => text)) ?? [];
  return [...new Set(texts)].slice(0, OFFERED_BARCODES);
}

/** Returns the text of one page; null while it is unknown, or if there is none. */
export function usePageText(row: Read, page: number): PageTextOnWire | null {
  const { data } = useQuery(textOptions(row, page));
  return data?.pages.find((one) => one.page === page) ?? null;
}

/** Returns the text of all pages, as far as it is loaded. */
export function useAllText(row: Read): AllText {
  const queries = firstPages(row).map((page) => textOptions(row, page));
  return useQueries({ queries, combine: joined });
}

/** The text of a fax; `complete` once all of its pages were read and loaded. */
interface AllText {
  pages: PageTextOnWire[];
  complete: boolean;
}

function joined(results: readonly { data: ReplyOf<typeof faxText> | undefined }[]): AllText {
  return {
    pages: results.flatMap(({ data }) => data?.pages ?? []),
    complete: results.every(({ data }) => data?.state === 'done'),
  };
}

function firstPages({ fax_pages: pages }: Read): number[] {
  return Array.from({ length: Math.ceil(pages / TEXT_PAGES) }, (_, i) => i * TEXT_PAGES + 1);
}

/** Returns the whole text of a fax, page by page, for the clipboard. */
export async function wholeText(row: Read): Promise<string> {
  const { fax_id: fid } = row;
  const replies = await Promise.all(
    firstPages(row).map(async (from) => await callApi(faxText, { query: { fid, from: String(from) } })),
  );
  const pages = replies.flatMap((reply) => reply.pages);
  return pages
    .map(({ lines }) => lines.map(({ words }) => words.join(' ')).join('\n'))
    .join('\n\n')
    .trim();
}
