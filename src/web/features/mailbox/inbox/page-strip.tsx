import './page-strip.css';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { useStore } from '#web/ui/store.ts';
import { pageUrl } from './page-image.tsx';
import { pageRotation, pendingTurns, shownRotation } from './page-turns.ts';
import { currentPage } from './reader-state.ts';
import { found } from './text/find-state.ts';
import { TurningPicture } from './turning-picture.tsx';

/** The pages as thumbnails: arrows move, Enter or a click shows the page, and the current one follows the scrolling. */
export function PageStrip(props: { row: FaxRow; onPage: (page: number) => void }) {
  const { row, onPage } = props;
  const { t } = useTranslation();
  const current = useStore(currentPage);
  const all = useStore(found);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const place = strip.current;
    const button = place?.querySelectorAll('button')[current - 1];
    if (place === null || button === undefined || place.contains(document.activeElement)) return;
    // Scrolls only the strip: scrollIntoView would move its ancestors, too.
    const { offsetTop: top, offsetHeight: height } = button;
    if (top < place.scrollTop) place.scrollTop = top - height / 2;
    else if (top + height > place.scrollTop + place.clientHeight)
      place.scrollTop = top + height * 1.5 - place.clientHeight;
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(strip.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus();
  };
  // Returns the number of hits of the find bar.
  const hitsOf = (page: number) =>
    all?.fid === row.fax_id ? all.hits.filter((hit) => hit.page === page).length : 0;
  const nameOf = (page: number) => {
    const name = t('inbox.pageOf', { number: page, of: row.fax_pages });
    const count = hitsOf(page);
    return count === 0 ? name : `${name}, ${t('inbox.find.matches', { count })}`;
  };
  return (
    <nav aria-label={t('inbox.pagesStrip')} className="page-strip-list" ref={strip}>
      {Array.from({ length: row.fax_pages }, (_, i) => (
        <button
          aria-current={current === i + 1 || undefined}
          aria-label={nameOf(i + 1)}
          data-hits={hitsOf(i + 1) || undefined}
          key={i}
          onClick={() => onPage(i + 1)}
          onKeyDown={onKeyDown}
          tabIndex={current === i + 1 ? 0 : -1}
          type="button"
        >
          <SmallPage number={i + 1} row={row} />
          <span aria-hidden="true">{i + 1}</span>
        </button>
      ))}
    </nav>
  );
}

function SmallPage(props: { row: FaxRow; number: number }) {
  const { row, number } = props;
  const [ready, setReady] = useState(false);
  const rotation = shownRotation(row, number, useStore(pendingTurns));
  return (
    <span
      className="strip-page"
      data-ready={ready || undefined}
      data-sideways={rotation % 180 !== 0 || undefined}
    >
      <TurningPicture
        alt=""
        drawn={pageRotation(row, number)}
        onError={() => setReady(false)}
        onLoad={() => setReady(true)}
        ready={ready}
        rotation={rotation}
        src={pageUrl(row, number, 'thumb')}
      />
    </span>
  );
}
