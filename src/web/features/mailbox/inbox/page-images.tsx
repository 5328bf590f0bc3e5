import './page-images.css';
import { useCallback, useEffect, useRef } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FileX } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { later } from '#web/ui/later.tsx';
import { useStore } from '#web/ui/store.ts';
import { PageImage } from './page-image.tsx';
import { currentPage, stripShown } from './reader-state.ts';
import { useDeskTouch } from './use-desk-touch.ts';
import type { TurnFax } from './use-turn-fax.ts';
import { useZoom } from './use-zoom.ts';
import type { ZoomVerbs } from './use-zoom.ts';
import { ZoomHint } from './zoom-hint.tsx';
import { pagesOf, zoomIn } from './zoom.ts';
import type { ReaderPlace } from './zoom.ts';

const PageStrip = later(async () => (await import('./page-strip.tsx')).PageStrip);
const ZoomBar = later(async () => (await import('./zoom-bar.tsx')).ZoomBar);

interface PageImagesProps {
  row: FaxRow;
  /** Where the pages are read; beside the list when it is left out. */
  place?: ReaderPlace;
  /** Left out where the fax can't be turned. */
  turn?: TurnFax | undefined;
  /** Opens the fax below (1) or above (-1) in the list. */
  onSwipe?: (direction: 1 | -1) => void;
}

/** The pages of a fax, one below the other; each is fetched when it comes near the screen. */
export function PageImages(props: PageImagesProps) {
  const { t } = useTranslation();
  if (props.row.fax_pages === 0)
    return (
      <div className="desk-frame">
        <div className="desk">
          <EmptyState icon={FileX} text={t('inbox.noPagesText')} title={t('inbox.noPages')} />
        </div>
      </div>
    );
  return <Desk {...props} />;
}

function Desk(props: PageImagesProps) {
  const { row, place = 'beside', turn, onSwipe } = props;
  const { t } = useTranslation();
  const desk = useRef<HTMLElement>(null);
  const zoom = useZoom(desk, place);
  useDeskTouch(desk, { zoom, onSwipe });
  const wanted = useStore(stripShown[place === 'below' ? 'below' : 'beside']);
  const strip = wanted && place !== 'phone' && row.fax_pages > 1;
  const goTo = useCallback((page: number) => {
    const target = desk.current === null ? undefined : pagesOf(desk.current)[page - 1];
    desk.current?.scrollTo({ top: (target?.offsetTop ?? 0) - 12 });
    currentPage.set(page);
  }, []);
  useEffect(() => {
    currentPage.set(1);
    // A phone shows each fax as wide as the screen.
    return () => zoomIn.phone.set('width');
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the zoom keys work wherever the focus is among the pages
    <div className="desk-frame" data-place={place} onKeyDown={zoom.onKeyDown}>
      {strip && <PageStrip onPage={goTo} row={row} />}
      <div className="desk-main">
        <Pages desk={desk} label={t('inbox.pagesOfFax')} row={row} zoom={zoom} />
        {place === 'phone' ? (
          <PhonePage of={row.fax_pages} />
        ) : (
          <ZoomBar of={row.fax_pages} turn={turn} zoom={zoom} />
        )}
      </div>
    </div>
  );
}

function Pages(props: { desk: RefObject<HTMLElement | null>; label: string; row: FaxRow; zoom: ZoomVerbs }) {
  const { desk, label, row, zoom } = props;
  const fixed = typeof zoom.zoom === 'number';
  return (
    // It scrolls, so the keyboard has to be able to reach it.
    <section
      aria-label={label}
      className="desk"
      data-zoom={fixed ? 'fixed' : zoom.zoom}
      onScroll={(event) => currentPage.set(pageAt(event.currentTarget))}
      ref={desk}
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
        <span aria-hidden="true" className="desk-page num no-print">
          {t('inbox.pageOf', { number, of })}
        </span>
      )}
      <ZoomHint />
    </>
  );
}

/** The page that fills the middle of the view. */
function pageAt(desk: HTMLElement): number {
  const middle = desk.scrollTop + desk.clientHeight / 2;
  const pages = pagesOf(desk);
  const below = pages.findIndex((page) => page.offsetTop > middle);
  return below === -1 ? pages.length : Math.max(below, 1);
}
