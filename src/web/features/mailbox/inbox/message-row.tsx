import { memo } from 'react';
import type { TFunction } from 'i18next';
import type { ListedFax } from './fax-queries.ts';
import { pageUrl } from './page-image.tsx';
import { pageRotation } from './page-turns.ts';
import { RowCells, RowText } from './row-text.tsx';
import { Thumbnail } from './thumbnail.tsx';

/**
 * One fax of the list. It knows no verbs: the list around it listens, so that a row is drawn again only when something
 * visible about it changes; and then its words are not, which are most of it. Nor does it look for the translator by
 * itself: a hundred subscriptions would come and go with every page.
 */
export const MessageRow = memo(function MessageRow(props: {
  row: ListedFax;
  selected: boolean;
  open: boolean;
  /** The one row that Tab reaches. */
  active: boolean;
  q: string;
  /** The rows of the horizontal view have columns. */
  table: boolean;
  t: TFunction;
}) {
  const { row, selected, open, active, q, table, t } = props;
  return (
    // See message-list: a row of the listbox pattern, which no native option can be.
    <div
      aria-current={open || undefined}
      aria-selected={selected}
      className="it"
      data-id={row.fax_id}
      data-new={row.is_new === '1' || undefined}
      data-open={open || undefined}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> can show one line of text only
      role="option"
      tabIndex={active ? 0 : -1}
    >
      {table ? (
        <>
          <span aria-hidden="true" className="it-th it-bare" data-check data-checked={selected || undefined}>
            <span className="it-cb" />
          </span>
          <RowCells q={q} row={row} t={t} />
        </>
      ) : (
        <>
          <Thumbnail checked={selected} rotation={pageRotation(row, 1)} src={pageUrl(row, 1, 'thumb')} />
          <RowText q={q} row={row} t={t} />
        </>
      )}
    </div>
  );
});
