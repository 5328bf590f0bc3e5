import { memo } from 'react';
import type { TFunction } from 'i18next';
import type { ListedFax } from './fax-queries.ts';
import { pageUrl } from './page-image.tsx';
import { pageRotation } from './page-turns.ts';
import { RowCells, RowText } from './row-text.tsx';
import { Thumbnail } from './thumbnail.tsx';

/**
 * A fax of the list. It has no handlers: the list around it listens, so that a row renders again only if something
 * visible changes, and then without its texts, which are most of it. It does not subscribe to the translator either:
 * every page would add and remove a hundred subscriptions.
 */
export const MessageRow = memo(function MessageRow(props: {
  row: ListedFax;
  selected: boolean;
  open: boolean;
  /** Whether this is the only row that Tab reaches. */
  active: boolean;
  q: string;
  /** Whether the row has the columns of the horizontal view. */
  table: boolean;
  t: TFunction;
}) {
  const { row, selected, open, active, q, table, t } = props;
  return (
    // See message-list: a row of the listbox pattern, for which no native option exists.
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
