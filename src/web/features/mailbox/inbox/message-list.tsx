import './message-list.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#web/kit/screen.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MessageRow } from './message-row.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useRowTouch } from '#web/ui/use-row-touch.ts';
import { useTopOfPage } from './use-top-of-page.ts';
import type { ListVerbs } from './use-list-keys.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';

/** A fax that is about to open; it is marked before the address changes, while the address has the previous one. */
interface Opening {
  fax: string | null;
  from: string | null;
}

/** The faxes of the page as a listbox: arrows move, Space selects, Enter opens. */
export function MessageList(props: {
  page: FaxPage;
  place: InboxPlace;
  q: string;
  table: boolean;
  verbs: ListVerbs;
}) {
  const { page, place, q, table, verbs } = props;
  const { t } = useTranslation();
  const [opening, setOpening] = useState<Opening>({ fax: null, from: place.fax });
  const open = opening.from === place.fax ? (opening.fax ?? place.fax) : place.fax;
  const { list, active, ...handlers } = useListKeys(page.ids, place.fax, {
    ...verbs,
    open: (id, replace) => {
      setOpening({ fax: id, from: place.fax });
      verbs.open(id, replace);
    },
  });
  useTopOfPage(list, place, page);
  useRowTouch(list, {
    on: useNarrow(),
    onHold: verbs.selection.toggle,
    onSwipe: verbs.selection.count > 0 ? null : verbs.archive,
  });
  const { ids } = verbs.selection;
  return (
    // A native select cannot contain such rows; use-list-keys implements the listbox pattern.
    <div
      aria-busy={page.stale || undefined}
      aria-label={t(`inbox.folder.${place.folder}`)}
      aria-multiselectable="true"
      className="rows"
      data-skip-to
      data-selecting={ids.size > 0 || undefined}
      data-sort={place.sort}
      data-stale={page.stale || undefined}
      ref={list}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> can show one line of text only
      role="listbox"
      tabIndex={-1}
      {...handlers}
      // Rows of another page ignore clicks. A style for this would make the browser recompute the styles of all rows.
      {...(page.stale && { onClick: undefined })}
    >
      {page.rows.map((row) => (
        <MessageRow
          active={row.fax_id === active}
          key={row.fax_id}
          open={row.fax_id === open}
          q={q}
          row={row}
          selected={ids.has(row.fax_id)}
          t={t}
          table={table}
        />
      ))}
    </div>
  );
}

/** Enough rows to fill a screen. */
const SKELETON_ROWS = 10;

/** Placeholder rows in their final size while the list loads. */
export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <output aria-busy="true" aria-label={t('inbox.loading')} className="rows">
      {Array.from({ length: SKELETON_ROWS }, (_, i) => (
        <div className="it" data-skeleton key={i}>
          <Skeleton height="48px" width="38px" />
          <div className="it-text">
            <Skeleton height="11px" width={`${40 + ((i * 17) % 30)}%`} />
            <Skeleton height="9px" width={`${55 + ((i * 23) % 30)}%`} />
          </div>
        </div>
      ))}
    </output>
  );
}
