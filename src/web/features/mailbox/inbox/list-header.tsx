import './list-pane.css';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowDown, ArrowDownWideNarrow, ArrowUp, ArrowUpNarrowWide, Rows3, Table2 } from 'lucide-react';
import { FAX_SORTS } from '#contract/mailbox/inbox.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { later } from '#web/ui/later.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { ListPlace } from './use-inbox.ts';

const EraseAll = later(async () => (await import('./deleted-note.tsx')).EraseAll);

/** The line above the rows: select all, the current order, the columns to sort by, the other view. */
export const ListHeader = memo(function ListHeader(props: {
  /** The number of selected faxes, and of faxes on the page. */
  count: number;
  faxes: number;
  /** The number of faxes in the folder. */
  total: number;
  onToggleAll: () => void;
  place: ListPlace;
  /** The result of a search, as text: its order is always by date. */
  found: string | null;
}) {
  const { count, faxes, total, onToggleAll, place, found } = props;
  const { t } = useTranslation();
  const all = count > 0 && count === faxes;
  return (
    <div className="list-hdr" data-selecting={count > 0 || undefined}>
      <Checkbox
        aria-label={t('inbox.selectAllOnPage', { count: faxes })}
        checked={all}
        disabled={faxes === 0}
        mixed={count > 0 && !all}
        onChange={onToggleAll}
      />
      {count > 0 ? (
        <>
          <span className="grow strong">{t('inbox.selected', { count })}</span>
          {!all && (
            <Button onClick={onToggleAll} variant="link">
              {t('inbox.selectAllOnPage', { count: faxes })}
            </Button>
          )}
        </>
      ) : found !== null ? (
        <>
          <output className="grow trunc strong">{found}</output>
          <span className="list-order">{t('inbox.order.fax_date.desc')}</span>
        </>
      ) : (
        <>
          <span className="grow trunc">{t(`inbox.order.${place.sort}.${place.order}`)}</span>
          <SortMenu place={place} />
          {place.folder === 'Deleted' ? <EraseAll count={total} /> : <ViewSwitch place={place} />}
        </>
      )}
    </div>
  );
});

/** The five columns (INBOX-16); choosing the current one reverses its order. */
export function SortMenu(props: { place: ListPlace }) {
  const { place } = props;
  const { t } = useTranslation();
  const arrow = place.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Menu
      chevron={false}
      entries={FAX_SORTS.map((sort) => ({
        id: sort,
        label: t(`inbox.sort.${sort}`),
        onAction: () => place.sortBy(sort),
        ...(sort === place.sort && { endIcon: arrow }),
      }))}
      icon={place.order === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
      label={t('inbox.sortBy')}
      look="quiet"
      placement="bottom end"
      size="sm"
      trigger={t(`inbox.sort.${place.sort}`)}
      triggerClass="list-sort"
    />
  );
}

/** Switches between vertical list and horizontal view (spec decisions 4.2). */
export function ViewSwitch(props: { place: ListPlace }) {
  const { place } = props;
  const { t } = useTranslation();
  const vertical = place.view === 'vertical';
  return (
    <IconButton
      className="list-view wide-only"
      icon={vertical ? Table2 : Rows3}
      label={t(vertical ? 'inbox.toHorizontal' : 'inbox.toVertical')}
      onPress={() => place.show(vertical ? 'horizontal' : 'vertical')}
      size="sm"
    />
  );
}
