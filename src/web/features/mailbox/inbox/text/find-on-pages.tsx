import './find-bar.css';
import { useEffect, useMemo, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ChevronDown, ChevronUp, Copy, ScanBarcode, Search, TextSearch, X } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { MAX_QUERY } from '#contract/mailbox/search-words.ts';
import { FIND_KEY, useHotkeys } from '#web/kit/hotkeys.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useStore } from '#web/ui/store.ts';
import { pendingTurns, shownRotation } from '../page-turns.ts';
import { pagesOf } from '../zoom.ts';
import { copyBarcode, copyText } from './copy-text.ts';
import { useAllText, useTextState, useBarcodes } from './fax-text.ts';
import type { TextState } from './fax-text.ts';
import { found, hitsOn, shareOf, typedWords } from './find-state.ts';
import type { Found } from './find-state.ts';
import { finding, openFind } from './opened-text.ts';
import type { Finding } from './opened-text.ts';
import { textEntries } from '../reader-state.ts';

interface FindProps {
  row: FaxRow;
  /** The search of the list. */
  q: string;
  /** The element in which the pages scroll. */
  area: RefObject<HTMLElement | null>;
}

/**
 * Finds words on the pages of the open fax. Once there is text, Ctrl+F opens this bar instead of the browser's; a fax
 * from a search opens with its search terms marked.
 */
export function FindOnPages(props: FindProps) {
  const { row, q, area } = props;
  const { fax_id: fid } = row;
  const state = useTextState(row);
  const find = useStore(finding);
  const words = useMemo(() => quoted(q), [q]);
  useHotkeys(state === undefined || state === 'none' ? [] : [{ ctrl: FIND_KEY, run: () => openFind(fid) }]);
  useEffect(() => {
    if (state === 'done' && words !== '') finding.set({ fid, typed: words, now: 0, asked: 0 });
  }, [fid, state, words]);
  useTextEntries(row, state);
  useEffect(() => () => finding.set(null), []);
  return find?.fid === fid ? <FindBar area={area} find={find} row={row} /> : null;
}

function useTextEntries(row: FaxRow, state: TextState | undefined): void {
  const { t } = useTranslation();
  const live = useRef(row);
  const { fax_id: fid } = row;
  const barcodes = useBarcodes(row).join('\n');
  useEffect(() => {
    live.current = row;
  });
  useEffect(() => {
    if (state !== 'done') return undefined;
    const copy = () => void copyText(live.current, t);
    textEntries.set([
      { id: 'find', label: t('inbox.find.title'), icon: TextSearch, onAction: () => openFind(fid) },
      { id: 'copyText', label: t('inbox.find.copy'), icon: Copy, onAction: copy },
      ...barcodes
        .split('\n')
        .filter(Boolean)
        .map((text) => ({
          id: `barcode ${text}`,
          label: t('inbox.find.copyBarcode', { text: short(text) }),
          icon: ScanBarcode,
          onAction: () => void copyBarcode(text, t),
        })),
    ]);
    return () => textEntries.set([]);
  }, [barcodes, fid, state, t]);
}

/** How many characters of a barcode a menu entry shows. */
const SHORT = 32;

function short(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1)}…`;
}

/** Returns the words of a search without its filters, phrases in quotes. */
function quoted(q: string): string {
  return typedWords(q)
    .map((word) => (/\s/u.test(word) ? `"${word}"` : word))
    .join(' ');
}

function FindBar(props: { row: FaxRow; area: FindProps['area']; find: Finding }) {
  const { row, area, find } = props;
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const all = useFound(row, find);
  useShown(row, all, area);
  useEffect(() => {
    if (find.asked > 0) field.current?.select();
  }, [find.asked]);
  // If a search opened it, it shows nothing when the pages have none of its words.
  const none = all.hits.length === 0;
  if (find.asked === 0 && none) return null;
  const type = (typed: string) => finding.set({ ...find, typed, now: 0, asked: Math.max(find.asked, 1) });
  const close = () => {
    finding.set(null);
    area.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Prevents + − and 0 from zooming the pages around the field.
    event.stopPropagation();
    if (event.key === 'Enter') finding.set({ ...find, now: all.at + (event.shiftKey ? -1 : 1) });
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <search className="find no-print">
      <Icon as={Search} size="s" />
      <input
        aria-label={t('inbox.find.title')}
        autoComplete="off"
        maxLength={MAX_QUERY}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={t('inbox.find.title')}
        ref={field}
        spellCheck={false}
        type="text"
        value={find.typed}
      />
      <output className="meta num">{outcome(find, all, t)}</output>
      <span className="bar2-line" />
      <IconButton
        disabled={none}
        icon={ChevronUp}
        label={t('inbox.find.previous')}
        onPress={() => finding.set({ ...find, now: all.at - 1 })}
        size="sm"
      />
      <IconButton
        disabled={none}
        icon={ChevronDown}
        label={t('inbox.find.next')}
        onPress={() => finding.set({ ...find, now: all.at + 1 })}
        size="sm"
      />
      <IconButton icon={X} label={t('inbox.find.close')} onPress={close} size="sm" />
    </search>
  );
}

/** Returns the number of the hit and the total, or why there is none. */
function outcome({ typed }: Finding, { hits, at, complete }: Found, t: TFunction): string {
  if (typedWords(typed).length === 0) return '';
  if (hits.length > 0) return t('inbox.find.count', { at: at + 1, of: hits.length });
  return t(complete ? 'inbox.find.none' : 'inbox.find.waiting');
}

/** Returns all hits, and shares them with the parts that mark them. */
function useFound(row: FaxRow, { typed, now }: Finding): Found {
  const { fax_id: fid } = row;
  const { pages, complete } = useAllText(row);
  const hits = useMemo(() => hitsOn(pages, typed), [pages, typed]);
  const all = useMemo((): Found => {
    const { length } = hits;
    return { fid, hits, complete, at: length === 0 ? -1 : ((now % length) + length) % length };
  }, [complete, fid, hits, now]);
  useEffect(() => {
    found.set(all);
  }, [all]);
  useEffect(() => () => found.set(null), []);
  return all;
}

/** Scrolls the current hit into view. */
function useShown(row: FaxRow, { hits, at }: Found, area: FindProps['area']): void {
  const { pages } = useAllText(row);
  const turns = useStore(pendingTurns);
  const hit = hits[at];
  const [box] = hit?.boxes ?? [];
  const text = pages.find(({ page }) => page === hit?.page);
  const place = box && text ? shareOf(box, shownRotation(row, text.page, turns), text) : null;
  const target = place && text ? `${text.page} ${place.x} ${place.y}` : null;
  useEffect(() => {
    const pane = area.current;
    if (pane === null || target === null) return undefined;
    const [page = 1, x = 0, y = 0] = target.split(' ').map(Number);
    const sheet = pagesOf(pane)[page - 1];
    if (sheet === undefined) return undefined;
    const show = () => {
      const top = sheet.offsetTop + sheet.offsetHeight * y - pane.clientHeight / 3;
      pane.scrollTo({ top, left: sheet.offsetLeft + sheet.offsetWidth * x - pane.clientWidth / 2 });
    };
    show();
    return followed([pane, ...pagesOf(pane).slice(0, page)], show);
  }, [area, target]);
}

/** Events that show that the user has moved on. */
const OWN_STEPS = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/**
 * Calls `show` whenever the size of an element changes during layout, until the user scrolls, types or points. Returns
 * the function that stops it.
 */
function followed(elements: readonly HTMLElement[], show: () => void): () => void {
  const sizes = new ResizeObserver(show);
  for (const element of elements) sizes.observe(element);
  const over = new AbortController();
  const stop = () => {
    sizes.disconnect();
    over.abort();
  };
  for (const step of OWN_STEPS)
    document.addEventListener(step, stop, { capture: true, passive: true, signal: over.signal });
  return stop;
}
