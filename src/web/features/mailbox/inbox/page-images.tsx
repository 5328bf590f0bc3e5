import './page-images.css';
import { useState } from 'react';
import type { UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FileX } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageImage } from './page-image.tsx';

/** The pages of a fax, one below the other; each is fetched when it comes near the screen. */
export function PageImages(props: { row: FaxRow }) {
  const { row } = props;
  const { t } = useTranslation();
  const [current, setCurrent] = useState(1);
  const count = row.fax_pages;
  if (count === 0)
    return (
      <div className="desk">
        <EmptyState icon={FileX} text={t('inbox.noPagesText')} title={t('inbox.noPages')} />
      </div>
    );
  return (
    <div className="desk-frame">
      {/* It scrolls, so the keyboard has to be able to reach it. */}
      <section
        aria-label={t('inbox.pagesOfFax')}
        className="desk"
        onScroll={(event) => setCurrent(pageAt(event))}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {Array.from({ length: count }, (_, i) => (
          <PageImage key={i} number={i + 1} of={count} row={row} />
        ))}
      </section>
      {count > 1 && (
        <span aria-hidden="true" className="desk-page num narrow-only no-print">
          {t('inbox.pageOf', { number: current, of: count })}
        </span>
      )}
    </div>
  );
}

/** The page that fills the middle of the view. */
function pageAt(event: UIEvent<HTMLElement>): number {
  const desk = event.currentTarget;
  const middle = desk.scrollTop + desk.clientHeight / 2;
  const pages = [...desk.querySelectorAll<HTMLElement>('.page')];
  const below = pages.findIndex((page) => page.offsetTop > middle);
  return below === -1 ? pages.length : Math.max(below, 1);
}
