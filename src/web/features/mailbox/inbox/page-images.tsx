import './page-images.css';
import { useCallback, useEffect, useRef } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FileX } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { useStore } from '#web/ui/store.ts';
import { FindOnPages, PageImage } from './page-image.tsx';
import { currentPage, stripShown } from './reader-state.ts';
import { usePageTouch } from './use-page-touch.ts';
import type { TurnFax } from './use-turn-fax.ts';
import { useZoom } from './use-zoom.ts';
import type { ZoomVerbs } from './use-zoom.ts';
import { pagesOf, zoomIn } from './zoom.ts';
import type { ReaderPlace } from './zoom.ts';

const PageStrip = later(async () => (await import('./page-strip.tsx')).PageStrip);
const ZoomHint = later<object>(async () => (await import('./zoom-hint.tsx')).ZoomHint);
const ZoomBar = later(async () => (await import('./zoom-bar.tsx')).ZoomBar);

interface PageImagesProps {
  row: FaxRow;
  /** The search of the list; its words are marked on the pages. */
  q?: string;
  /** Where the pages are shown; by default beside the list. */
  place?: ReaderPlace;
  /** Omitted if the fax cannot be turned. */
  turn?: TurnFax | undefined;
  /** Opens the fax below (1) or above (-1) in the list. */
  onSwipe?: (direction: 1 | -1) => void;
}

/** The pages of a fax, one below the other; each loads when it comes near the screen. */
export function PageImages(props: PageImagesProps) {
  const { t } = useTranslation();
  if (props.row.fax_pages === 0)
    return (
      <div className="page-viewer">
        <div className="page-area">
          <EmptyState icon={FileX} text={t('inbox.noPagesText')} title={t('inbox.noPages')} />
        </div>
      </div>
    );
  return <PageArea {...props} />;
}

function PageArea(props: PageImagesProps) {
  const { row, q = '', place = 'beside', turn, onSwipe } = props;
  const { t } = useTranslation();
  const area = useRef<HTMLElement>(null);
  const zoom = useZoom(area, place);
  usePageTouch(area, { zoom, onSwipe });
  const wanted = useStore(stripShown[place === 'below' ? 'below' : 'beside']);
  const strip = wanted && place !== 'phone' && row.fax_pages > 1;
  const goTo = useCallback((page: number) => {
    const target = area.current === null ? undefined : pagesOf(area.current)[page - 1];
    area.current?.scrollTo({ top: (target?.offsetTop ?? 0) - 12 });
    currentPage.set(page);
  }, []);
  useEffect(() => {
    currentPage.set(1);
    // Phones show each fax at screen width.
    return () => zoomIn.phone.set('width');
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the zoom keys work wherever the focus is among the pages
    <div className="page-viewer" data-place={place} onKeyDown={zoom.onKeyDown}>
      {strip && (
        <div className="page-strip no-print">
          <PageStrip onPage={goTo} row={row} />
        </div>
      )}
      <div className="page-viewer-main">
        <FindOnPages area={area} q={q} row={row} />
        <Pages area={area} label={t('inbox.pagesOfFax')} row={row} zoom={zoom} />
        {place === 'phone' ? (
          <PhonePage of={row.fax_pages} />
        ) : (
          <ZoomBar of={row.fax_pages} turn={turn} zoom={zoom} />
        )}
      </div>
    </div>
  );
}

function Pages(props: { area: RefObject<HTMLElement | null>; label: string; row: FaxRow; zoom: ZoomVerbs }) {
  const { area, label, row, zoom } = props;
  const fixed = typeof zoom.zoom === 'number';
  return (
    // It scrolls, so it must be reachable by keyboard.
    <section
      aria-label={label}
      className="page-area"
      data-zoom={fixed ? 'fixed' : zoom.zoom}
      onScroll={(event) => currentPage.set(pageAt(event.currentTarget))}
      ref={area}
      style={fixed ? ({ '--zoom': Number(zoom.zoom) / 100 } as CSSProperties) : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- WCAG 2.1.1: the keyboard must be able to scroll the pages
      tabIndex={0}
    >
      {Array.from({ length: row.fax_pages }, (_, i) => (
        <PageImage key={i} number={i + 1} of={row.fax_pages} row={row} />
      ))}
    </section>
  );
}

function PhonePage(props: { of: number }) {
  const { of } = props;
  const { t } = useTranslation();
  const number = useStore(currentPage);
  return (
    <>
      {of > 1 && (
        <span aria-hidden="true" className="page-viewer-number num no-print">
          {t('inbox.pageOf', { number, of })}
        </span>
      )}
      <ZoomHint />
    </>
  );
}

/** Returns the page in the middle of the view. */
function pageAt(area: HTMLElement): number {
  const middle = area.scrollTop + area.clientHeight / 2;
  const pages = pagesOf(area);
  const below = pages.findIndex((page) => page.offsetTop > middle);
  return below === -1 ? pages.length : Math.max(below, 1);
}
