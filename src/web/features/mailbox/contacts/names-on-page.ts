import type { PageTextOnWire } from '#contract/mailbox/page-text.ts';
import { CONTACT_LIMITS } from '#contract/mailbox/contact-rules.ts';

/** The most names to suggest. */
const MOST = 3;
/** How far down the page, as a share of its height, to look for the fax machine's header line, a letterhead, and a cover page's table. */
const HEADER = 0.035;
const LETTERHEAD = 0.3;
const TABLE = 0.6;
/** Letterhead text is at least this many times as tall as the body text. */
const LARGE = 1.25;

/** “From:” of a cover page or a header line, in the languages of the product. */
const FROM = /(?:^|\s)(?:from|von|de|expéditeur|absender|remitente|remetente|من)\s*[:：]\s*(.+)$/iu;
/** Where another entry of the same line starts, or text that fax machines print beside the name. */
const NEXT =
  /\s*(?:>|(?:^|\s)(?:to|an|à|para|fax|phone|tel|date|datum|fecha|data|pages?|seiten?|páginas?|re|subject|company)\s*[:：.]|\s(?:to|page|p\.?)\s+\S*\d|\d{1,2}[:/]\d{2}|\+?\(?\d[\d ()./-]{6,}).*$/iu;
/** Headings that name a type of document, not a sender. */
const PAPER =
  /\b(?:fax|facsimile|cover|sheet|page|confidential|urgent|invoice|memo|memorandum|letter|statement|report|order|rechnung|deckblatt|vertraulich|facture|factura|fatura)\b/iu;

interface Line {
  text: string;
  top: number;
  height: number;
}

/**
 * Returns likely senders of a page: the text after “From:”, the large lines of a letterhead, and the name in the fax
 * machine's header line. The most likely comes first; empty if the page was not upright.
 */
export function namesOnPage(page: PageTextOnWire | undefined): string[] {
  if (page?.turn !== 0) return [];
  const lines = page.lines.map(lineOf).filter(({ text }) => text !== '');
  const above = (share: number) => lines.filter(({ top }) => top < share * page.height);
  const isHeader = ({ top }: Line) => top < HEADER * page.height;
  const usual = median(lines.map(({ height }) => height));
  const letterhead = above(LETTERHEAD)
    .filter((line) => !isHeader(line) && line.height >= LARGE * usual && !PAPER.test(line.text))
    .toSorted((one, other) => other.height - one.height);
  const found = [
    ...above(TABLE).flatMap(({ text }) => FROM.exec(text)?.[1] ?? []),
    ...letterhead.map(({ text }) => text),
  ].map((text) => text.replace(NEXT, '').trim());
  const names = found.filter(isName);
  return names.filter((name, at) => names.findIndex((other) => same(name, other)) === at).slice(0, MOST);
}

function lineOf({ words, boxes }: PageTextOnWire['lines'][number]): Line {
  const tops = words.map((_, at) => boxes[4 * at + 1] ?? 0);
  const heights = words.map((_, at) => boxes[4 * at + 3] ?? 0);
  return { text: words.join(' ').trim(), top: Math.min(...tops), height: median(heights) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns whether a text consists mostly of letters, and fits into a field. */
function isName(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 3 && letters >= text.length * 0.6 && text.length <= CONTACT_LIMITS.company;
}

function same(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;
}
