import { useTranslation } from 'react-i18next';
import { CircleCheck, SearchX } from 'lucide-react';
import { teamListOf } from '#web/shared/mailbox/team/work-words.ts';
import { keepDays } from '#web/kit/page-config.ts';
import { periodOf } from '#web/kit/period.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { isSearch } from './list-query.ts';
import type { InboxPlace } from './use-inbox.ts';

/** In place of rows: the folder is empty, or nothing matches the search. */
export function FolderEmpty(props: { place: InboxPlace }) {
  const { place } = props;
  const { t, i18n } = useTranslation();
  const list = teamListOf(place.q);
  if (list !== undefined)
    return (
      <div className="list-empty">
        <EmptyState icon={CircleCheck} text={t(`team.empty.${list}`)} title={t('team.emptyTitle')} />
      </div>
    );
  if (place.q !== '')
    return (
      <div className="list-empty">
        <EmptyState
          action={
            <Button onClick={() => place.search('')} variant="link">
              {t(isSearch(place) ? 'inbox.filter.clear' : 'inbox.clearSearch')}
            </Button>
          }
          icon={SearchX}
          text={t('inbox.noMatchText')}
          title={t('inbox.noMatch')}
        />
      </div>
    );
  return (
    <div className="list-empty">
      <div className="blank">
        <SheetDrawing />
        <h3>{t(`inbox.empty.${place.folder}.title`)}</h3>
        <p>{t(`inbox.empty.${place.folder}.text`, { days: periodOf(keepDays.deleted, i18n.language) })}</p>
      </div>
    </div>
  );
}

/** A sheet of paper on a dashed line; its colors are tokens, so it follows theme and brand. */
function SheetDrawing() {
  return (
    <svg
      aria-hidden="true"
      className="sheet-drawing"
      fill="none"
      height="96"
      viewBox="0 0 120 96"
      width="120"
    >
      <path className="sheet-edge" d="M38 10h38l14 14v60H38z" />
      <path className="sheet-edge" d="M76 10v14h14" />
      <path className="sheet-text" d="M47 40h34M47 50h34M47 60h22" />
      <path className="sheet-edge" d="M18 78h84" strokeDasharray="2 6" />
    </svg>
  );
}
